"""Words that mean the same in work chats, in English and Chinese: what lets a question find a
note that says it in other words or in the other language. Data; `disclosure.routing.asked` uses it.

One concept a line. An entry of several English words is found as they stand one after the other.
"""

from __future__ import annotations

CONCEPTS = """
deploy, deployed to, rollout, roll out, ship, shipped, release, go live, 部署, 上线, 发布, 发版
rollback, roll back, revert, 回滚, 回退
staging, pre production, uat, 预发, 测试环境, 预生产
production, prod, live environment, 生产, 线上, 正式环境
environment, env, 环境
server, host, machine, 服务器, 主机, 机器
cluster, 集群
data center, datacenter, 机房
database, db, 数据库
table, schema, 表结构, 数据表
migration, migrate, 迁移
cache, caching, 缓存
queue, waiting line, 队列, 排队
backup, back up, 备份
log, logging, logs, 日志
monitoring, monitor, metrics, 监控
alert, alarm, alerting, 告警, 报警
outage, downtime, incident, crash, went down, 宕机, 故障, 事故, 崩溃, 挂了
timeout, time out, timed out, 超时
latency, slow, response time, 延迟, 慢, 响应时间
retry, retries, 重试
rate limit, throttle, 限流
load test, stress test, benchmark, 压测, 压力测试
bug, defect, 缺陷, 漏洞, 问题单
fix, fixed, solve, solved, resolve, repair, workaround, 修复, 解决, 修好
cause, root cause, 原因, 起因
test, tests, testing, qa, 测试
unit test, 单元测试, 单测
review, reviews, reviewer, code review, 评审, 审查, 审核, 复核
merge, merge request, pull request, 合并, 合入
branch, branches, 分支
commit, commit message, 提交信息, 提交
repository, repo, 仓库, 代码库
version, release number, 版本
build, package, bundle, 构建, 打包, 包
pipeline, ci, continuous integration, 流水线, 持续集成
dependency, dependencies, library, 依赖
framework, 框架
architecture, 架构
tech stack, technology stack, 技术栈
frontend, front end, 前端
backend, back end, 后端
mobile, phone app, 移动端, 手机端
client app, 客户端
mini program, 小程序
interface, api, endpoint, 接口
gateway, 网关
permission, permissions, access right, access, 权限
login, log in, sign in, signin, 登录
logout, log out, logged out, sign out, 登出, 退出登录, 掉线
account, 账号, 账户, 帐号
password, passcode, 密码, 口令
secret, key, token, credential, 密钥, 令牌, 凭证
certificate, cert, 证书
encryption, encrypt, encrypted, 加密
security, 安全
privacy, 隐私
id number, id card, 身份证
user, users, 用户
customer, customers, client, clients, buyer, buyers, 客户, 顾客, 客人, 买家
member, membership, 会员
feature flag, flag, toggle, 开关, 功能开关
canary, gray release, grayscale, 灰度
config, configuration, setting, settings, 配置, 设置
default, 默认
format, 格式
name, naming, called, 命名, 名称, 名字
convention, conventions, standard, guideline, rule, 规范, 约定, 规则, 规定
constraint, limit, limits, cap, 约束, 限制, 上限
minimum, min, lowest, oldest, least, at least, lower bound, 下限, 最低, 最小, 最少, 至少
maximum, max, highest, largest, biggest, at most, how big, up to, 最高, 最大, 最多
threshold, 阈值
size, 大小, 体积, 尺寸
directory, folder, 目录, 文件夹
file, files, 文件
script, 脚本
document, documentation, docs, doc, manual, handbook, 文档, 手册
template, 模板
text, copy, string, strings, wording, 文案, 文字, 文本
translation, translate, translator, localization, 翻译, 本地化
language, 语言
design, designer, 设计, 设计师
prototype, mockup, 原型
screen, page, 页面, 界面
button, 按钮
color, colour, 颜色
dark theme, dark mode, 深色, 暗色
notification, push, 通知, 推送
sms, text message, 短信
email, mail, mails, 邮件, 邮箱
phone, phone number, telephone, call, ring, 电话, 手机号
""".strip().splitlines()
