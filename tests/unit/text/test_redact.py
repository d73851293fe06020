"""Secrets go, everything else stays; redacting twice is redacting once."""

from __future__ import annotations

import time

import pytest

from progressive_memory.text.redact import redact

# Made-up values in the published shapes; split so that no scanner takes them for real ones.
GITHUB = "ghp" + "_16C7e42F292c6912E7710c838347Ae178B4a"
OPENAI = "sk" + "-proj-Zx81kQpL0a9mTrWv52Bn"
AWS = "AKI" + "A2E0A8F3B244C9986"
SLACK = "xox" + "b-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy"
MATRIX = "syt" + "_Ym90_kLmNoPqRsTuVwXyZaBcD_1AbC2d"
JWT = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
RANDOM = "q7Xp2LmV9sTz4KfB8wYd3NcR6hJg5AeU"


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("口令是 password=Xk29fjQ1zz 别外传", "口令是 password=（已隐去:password） 别外传"),
        ("数据库密码是 Xk9$mQ2v，记一下", "数据库密码是 （已隐去:password），记一下"),
        ("密码：abc12345", "密码：（已隐去:password）"),
        ("密码abc123 别丢", "密码（已隐去:password） 别丢"),
        ("登录密码（测试环境）：hunter22", "登录密码（测试环境）：（已隐去:password）"),
        ("wifi 密码还是 88888888", "wifi 密码还是 （已隐去:password）"),
        ("密码已经改成 Qwe123!@# 了", "密码已经改成 （已隐去:password） 了"),
        ("API 密钥：9f8e7d6c5b4a", "API 密钥：（已隐去:key）"),
        ("访问令牌是 a1b2c3d4e5f6g7", "访问令牌是 （已隐去:token）"),
    ],
)
def test_named_secrets_in_chinese_keep_their_name(text: str, redacted: str) -> None:
    assert redacted == redact(text, "zh").text


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("the db password is hunter2Xy9", "the db password is (redacted:password)"),
        ("password for staging is hunter22.", "password for staging is (redacted:password)."),
        ("Password: swordfish", "Password: (redacted:password)"),
        ("user bob pass: s3cr3t!", "user bob pass: (redacted:password)"),
        ("<password>Foo123</password>", "<password>(redacted:password)</password>"),
        ('{"api_key": "0123456789abcdef01"}', '{"api_key": "(redacted:key)"}'),
        ("curl -u bob:hunter2 https://x.io", "curl -u bob:(redacted:password) https://x.io"),
        ("amqp://app:Pa55w0rd@q:5672/v", "amqp://app:(redacted:password)@q:5672/v"),
        ("https://x.io/a?token=a1b2c3d4e5&p=2", "https://x.io/a?token=(redacted:token)&p=2"),
        ("Authorization: Bearer abcDEF123456ghi", "Authorization: Bearer (redacted:token)"),
        (
            "DB_HOST=localhost\nexport DB_PASSWORD='hi there'\nJWT_SECRET=abcdefghijklmn",
            "DB_HOST=localhost\nexport DB_PASSWORD='(redacted:password)'\n"
            "JWT_SECRET=(redacted:secret)",
        ),
    ],
)
def test_named_secrets_in_english_keep_their_name(text: str, redacted: str) -> None:
    assert redacted == redact(text, "en").text


@pytest.mark.parametrize(
    ("secret", "kind"),
    [
        (GITHUB, "github-token"),
        (OPENAI, "openai-key"),
        (AWS, "aws-key"),
        (SLACK, "slack-token"),
        (MATRIX, "matrix-token"),
        (JWT, "jwt"),
        ("glp" + "at-aB3dE5gH7jK9mN1pQ3rS", "gitlab-token"),
        ("LTA" + "I5tQnKpLmVx8sTz4KfB8w", "aliyun-key"),
        (RANDOM, "token"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEpQIBAAKCAQEAn6\n-----END RSA PRIVATE KEY-----",
            "private-key",
        ),
    ],
)
def test_tokens_are_known_by_their_shape(secret: str, kind: str) -> None:
    redacted = redact(f"这是 {secret} 请收好", "zh")
    assert f"这是 （已隐去:{kind}） 请收好" == redacted.text
    assert (kind,) == redacted.kinds


def test_a_credential_right_after_chinese_words_is_known_too() -> None:
    assert "今天Bearer （已隐去:token）" == redact("今天Bearer a1B2c3D4e5F6g7H8", "zh").text


def test_a_private_key_without_an_end_goes_to_the_end_of_the_text() -> None:
    text = "look:\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n"
    assert redact(text, "en").text == "look:\n(redacted:private-key)"


def test_a_webhook_address_loses_what_lets_one_post() -> None:
    text = "https://oapi.dingtalk.com/robot/send?access_token=0123abcd0123abcd"
    expected = "https://oapi.dingtalk.com/robot/send?access_token=（已隐去:webhook）"
    assert expected == redact(text, "zh").text


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "event $Xk29fjQ1zzRt7Yw3Lp5Nm8Vb6Hs4Gd2Ka9Jc1Ue0Oi",
        "room !YCk7UN56IoLS9P4aWNMMONZKnVOgGipV3nU8uxiYR6g",
        "![](data:image/png;base64,q7Xp2LmV9sTz4KfB8wYd3NcR6hJg5AeUq7Xp2LmV9sTz)",
        "https://docs.example.com/d/q7Xp2LmV9sTz4KfB8wYd3NcR6hJg5AeU/edit",
        "the token is invalid, reset your password",
        "password: required",
        "password=$DB_PASSWORD token=<token> secret: ****",
        "password = getpass.getpass()",
        "max_tokens=4096 and token_type=bearer",
        "we need basic documentation on tokens",
        "密码是8位以上，密码长度为 6-20 位",
        "密码重置链接是 https://example.com/reset",
        "我们选用了 PostgreSQL 数据库，口令登录关掉",
        "see topics/infra/deploy-2026-03-14.md",
        "AbstractSingletonProxyFactoryBeanTest2Impl34Class5",
        "sk-estimator-checks-common-test",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert text == redact(text, "zh").text


def test_the_kinds_are_listed_once_for_each_secret() -> None:
    assert redact(f"password=aa11bb {AWS}", "en").kinds == ("password", "aws-key")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_redacting_stored_text_changes_nothing(language: str) -> None:
    text = f"password=a1b2c3 token: {GITHUB} Bearer {OPENAI} mysql://u:p4ss@h {RANDOM}"
    once = redact(text, "zh" if language == "zh" else "en").text
    assert once == redact(once, "zh").text == redact(once, "en").text


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "password=",
            "a.b.",
            "-----BEGIN PRIVATE KEY-----",
            "http://a:",
            "密码",
            "密码（",
            'key="',
        ),
        *(
            "mysql -p",
            "creds a/",
            'name="token" ',
            "cookie: a",
            "--pass ",
            "changed from ",
            "admin/",
        ),
        *("docker login ", "AK: ", "password to ", "user password ", "?sig=", "name: pass\n"),
        *("eyJ", "sk-", "token: ", "curl -u ", "password is ", "0123456789abcdef-", "A1b2C3d4"),
    ],
)
def test_the_time_grows_with_the_length_only(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        start = time.process_time()
        redact(text, "zh")
        return time.process_time() - start

    seconds(1000)
    assert seconds(200_000) < 2.0  # quadratic matching would take minutes
