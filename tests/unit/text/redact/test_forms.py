"""Secrets in the words and forms people paste them in; what only speaks of secrets stays."""

from __future__ import annotations

import pytest

from progressive_memory.text.redact import redact

TOLD = [
    "the password is Tr0ub4dor&3",
    "password for the wiki: Tr0ub4dor&3",
    "pw: kitten42",
    "pw is kitten42",
    "pwd kitten42!",
    "pass: kitten42",
    "login admin / kitten42!",
    "user: admin pass: hunter",
    "username admin password hunter22",
    "creds: admin/hunter22",
    "credentials are deploy:hunter22",
    "my token is 9f8e7d6c5b4a3f2e1d",
    "use this api key: 9f8e7d6c5b4a3f2e1d",
    "here's the key 9f8e7d6c5b4a3f2e1d0c",
    "the secret key's 9f8e7d6c5b4a3f2e1d0c",
    'the passphrase is "correct horse battery staple"',
    "new root password → s3cr3t99",
    "password changed from old1234 to new5678",
    "I set the db password to s3cr3t99",
    "DB_PASSWORD=hunter",
    "DB_PASS: hunter2",
    "spring.datasource.password=hunter",
    '"password": "hunter"',
    "password: hunter",
    "'secret' => 'abcdefgh1234'",
    "passwd = hunter2",
    '$env:API_KEY = "abcd1234efgh"',
    "set TOKEN=abcd1234efgh",
    "mysql -u root -pS3cr3t99 app",
    "mysql -uroot -p's3cr3t99'",
    "sshpass -p 's3cr3t99' ssh a@b",
    "redis-cli -h x -a s3cr3t99",
    "docker login -u bob -p s3cr3t99",
    "curl -u bob:hunter2 https://x",
    "curl --user bob:hunter2 https://x",
    "wget --http-password=hunter2 http://x",
    'psql "host=x user=y password=hunter2 dbname=z"',
    "Server=x;Database=y;User Id=z;Password=hunter2;",
    "Pwd=hunter2;",
    "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy==;",
    "mongodb+srv://app:hunter2@c0.mongodb.net/x",
    "redis://:hunter2@host:6379/0",
    "https://bob:hunter2@git.example.com/x.git",
    "jdbc:mysql://h/db?user=x&password=hunter2",
    "https://api.x.io/v1?api_key=abcd1234efgh&x=1",
    "https://x.blob.core.windows.net/c?sv=2022&sig=abcDEF123%2Bxyz%3D",
    "X-Api-Key: abcd1234efgh",
    "Authorization: Basic Ym9iOmh1bnRlcjI=",
    "Authorization: Token abcd1234efgh5678",
    "Cookie: session=abcd1234efgh5678ijkl",
    "Set-Cookie: sid=abcd1234efgh5678ijkl; Path=/",
    "X-Auth-Token: abcd1234efgh5678",
    "- name: DB_PASSWORD\n  value: hunter2x",
    '{"name": "API_TOKEN", "value": "abcd1234efgh"}',
    '<add key="ClearTextPassword" value="Cleartext1" />',
    "<password>hunter</password>",
    "-----BEGIN OPENSSH PRIVATE KEY----- b3BlbnNzaC1rZXktdjEAAAAABG5vbmU -----END OPENSSH PRIVATE KEY-----",
    "export GITHUB_TOKEN=abcd1234efgh5678",
    "密码是 kitten42",
    "密码是kitten42",
    "密码：kitten42",
    "密码 kitten42",
    "密码为kitten42，别外传",
    "口令是kitten42",
    "wifi密码 kitten42",
    "WiFi 密码：12345678",
    "账号 admin 密码 kitten42",
    "账号admin，密码kitten42",
    "账号密码：admin/kitten42",
    "账号密码 admin kitten42",
    "用户名 root 密码 root123",
    "密码改成了 kitten42",
    "密码改为：kitten42",
    "新密码kitten42",
    "初始密码统一是 Abc@1234",
    "数据库连接密码用 Abc@1234",
    "密钥是 9f8e7d6c5b4a3f2e",
    "密钥：9f8e7d6c5b4a3f2e",
    "AppSecret：9f8e7d6c5b4a3f2e1d0c9f8e7d6c5b4a",
    "appsecret 9f8e7d6c5b4a3f2e1d0c9f8e7d6c5b4a",
    "access key id 是 LTAI5tQnKpLmVx8sTz4KfB8w",
    "AK: AKLTabcd1234efgh5678 SK: Zm9vYmFyYmF6cXV4MTIz",
    "令牌 abcd1234efgh5678",
    "token 是 abcd1234efgh5678",
    "token：abcd1234efgh5678",
    "解压密码 kitten42",
    "管理员口令 P@ssw0rd",
    "把 password 设成 kitten42",
    "堡垒机 root/P@ssw0rd123",
    "私钥在这：-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIabc\n-----END EC PRIVATE KEY-----",
]
SECRETS = (
    *("kitten42", "hunter", "s3cr3t99", "S3cr3t99", "9f8e7d6c", "abcd1234", "Tr0ub4dor", "root123"),
    *("correct horse", "new5678", "old1234", "Zm9vYmFy", "Ym9iOmh1", "b3BlbnNz", "Abc@1234"),
    *("12345678", "Cleartext1", "P@ssw0rd", "abcDEF123", "LTAI5tQn", "MHcCAQ"),
)
SPOKEN_OF = [
    "the password is too short",
    "password is required",
    "I forgot my password again",
    "password reset link sent",
    "passwords are hashed with bcrypt",
    "the token is expired",
    "token: string",
    "api key is missing",
    "API_KEY=$API_KEY",
    "password=changeme",
    "password: <your password>",
    "password: ******",
    "password: xxxxxxxx",
    "secret: ${SECRET}",
    "pass the ball to Bob",
    "we pass: 12 tests of 14",
    "key: value pairs",
    "the key is to start early",
    "key findings: latency dropped",
    "the key point is that we ship",
    "primary key is user_id",
    "secretary: Bob",
    "tokens per second: 45",
    "max_tokens: 4096",
    "token count is 1024",
    "tokenizer = AutoTokenizer",
    "密码是什么？",
    "密码忘了",
    "密码是8位以上",
    "密码要包含大小写和数字",
    "忘记密码怎么办",
    "密码学入门",
    "密钥轮换周期是 90 天",
    "口令登录先关掉",
    "token 限制是 4096",
    "token 用量 1234 万",
    "密码策略：大小写加数字",
    "密码找我要",
    "密码还是原来的",
    "密码已重置",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "uuid 550e8400-e29b-41d4-a716-446655440000",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "set the API_KEY environment variable",
    "see src/auth/token_store.py:42",
    "user_password_hash column",
    "getPassword() returns null",
    "import secrets",
    "secret santa is on Friday",
    "the secret is good butter",
    "auth: oauth2",
    "author: Bob",
    "authority: https://login.example.com",
    "basic auth is off",
    "Bearer token authentication",
    "git clone https://github.com/a/b.git",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 bob@host",
    "-p 8080",
    "mkdir -p build/out",
    "docker run -p 8080:80 nginx",
    'curl -u "$USER:$PASS" https://x',
    "https://user@host/x",
    "http://localhost:8080/path@2x.png",
    "postgres://user:$PW@host/db",
    "keyboard: qwerty",
    "monkey: banana",
    "turkey=1234abcd",
]


@pytest.mark.parametrize("text", TOLD)
def test_what_is_told_is_taken_out(text: str) -> None:
    redacted = redact(text, "en")
    assert redacted.kinds
    assert not any(secret in redacted.text for secret in SECRETS)


@pytest.mark.parametrize("text", SPOKEN_OF)
def test_what_is_only_spoken_of_stays(text: str) -> None:
    assert text == redact(text, "en").text


def test_both_passwords_go_where_one_was_changed_into_the_other() -> None:
    text = redact("password changed from old1234 to new5678", "en").text
    assert "password changed from (redacted:password) to (redacted:password)" == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("mysql -uroot -p's3cr3t99' app", "mysql -uroot -p'(redacted:password)' app"),
        ("root/P@ssw0rd123 logs in", "root/(redacted:password) logs in"),
        ('name="API_TOKEN" value="abcd1234"', 'name="API_TOKEN" value="(redacted:secret)"'),
        ("账号密码 admin kitten42", "账号密码 admin (redacted:password)"),
        ("see src/admin/batch?collection=123", "see src/admin/batch?collection=123"),
        ("creds: see the wiki", "creds: see the wiki"),
        ("login attempts: 12", "login attempts: 12"),
    ],
)
def test_what_stands_around_a_secret_stays(text: str, left: str) -> None:
    assert left == redact(text, "en").text


@pytest.mark.parametrize(
    "sample", ["AKI" + "AIOSFODNN7EXAMPLE", "ghp" + "_" + "x" * 36, "sk-" + "0" * 40]
)
def test_the_samples_of_documentation_stay(sample: str) -> None:
    assert sample == redact(sample, "en").text
