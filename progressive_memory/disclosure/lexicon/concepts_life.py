"""Words that mean the same in chats of any kind, as `disclosure.lexicon.concepts` has them: money,
people, places, things of the house, of clubs, of print. Data.
"""

from __future__ import annotations

CONCEPTS = """
address, 地址
order, orders, ordering, 订单, 下单
payment, pay, paid, 支付, 付款, 缴费
refund, refunds, money back, 退款, 退钱
cup, mug, thermos, 杯子, 保温杯, 水杯
leak, leaks, leaking, leaked, drip, dripped, 漏水, 渗水, 漏
twice, two times, doubled, duplicate, 两次, 两遍, 重复
overseas, abroad, foreign, international, 海外, 国外, 境外
region, area, zone, 地区, 区域
texture, textures, 贴图, 纹理
scene, scenes, 场景
network, wifi, wlan, vpn, 网络, 无线
paperwork, papers, forms, 材料, 文书
settle, settled, 敲定, 定下来
yellow, 黄色, 黄
red, 红色
blue, 蓝色
green, 绿色
black, 黑色, 漆黑, 黑屏
white, 白色, 白底
junk, spam, 垃圾邮件, 垃圾箱
picture, pictures, pics, photo, photos, image, images, 图片, 照片, 图像
warranty, guarantee, 保修, 质保
sample, samples, 样品, 样本
parcel, parcels, package, packages, 包裹
complaint, complaints, 投诉, 客诉
campaign, campaigns, 投放, 广告计划
ads, ad, advert, adverts, advertising, 广告
character, characters, 字符, 字数
units, unit, 单位
invite, invites, invitation, invitations, 邀请, 邀请函
restart, reboot, bounce, 重启
export, exports, 导出
import, imports, 导入
share, shared, 分享
join, joined, merged, 合并
insurance, 保险
return, returns, 退货
coupon, voucher, discount, 优惠券, 优惠, 折扣
price, pricing, cost, costs, how much, charge, fee, fees, 价格, 费用, 多少钱, 收费, 价钱, 单价
cheaper, expensive, 便宜, 贵
budget, 预算
bill, bills, invoice, invoices, receipt, 账单, 发票, 收据
reimbursement, reimburse, expense, expenses, 报销
deposit, 押金, 定金, 订金
salary, wage, 工资, 薪资
tax, 税
bank, transfer, 银行, 转账, 汇款
contract, agreement, 合同, 协议
quote, quotation, offer, 报价
supplier, suppliers, vendor, vendors, provider, 供应商, 供货商, 厂商
partner, partners, 合作方, 伙伴
purchase, buy, bought, procurement, 采购, 购买, 买
stock, inventory, 库存
warehouse, 仓库
delivery, deliver, shipping, shipment, courier, 配送, 发货, 快递, 送货, 物流
shop, store, 店, 门店, 商店
ticket, tickets, 票, 工单
venue, hall, 场馆, 场地
seat, seats, 座位
room, rooms, 房间, 教室
meeting room, 会议室
place, location, where, venue, 地点, 位置, 地方
time, what time, when, hour, 时间, 几点
date, day, 日期, 哪天
deadline, due, due date, cutoff, 截止, 期限, 到期, 最晚
schedule, timetable, calendar, 日程, 排期, 时间表, 课表, 日历
plan, planning, 计划, 规划, 方案
agenda, 议程
meeting, meetings, standup, stand up, sync, 会议, 例会, 站会, 开会, 早会, 周会
minutes, notes of the meeting, 纪要
event, activity, 活动
trip, travel, 出差, 旅行, 行程
flight, 航班, 机票
hotel, accommodation, 酒店, 住宿
train, 火车, 高铁
bus, 大巴, 班车
car, parking, 停车, 车
weather, 天气
food, meal, catering, lunch, dinner, 餐, 午饭, 晚饭, 午餐, 晚餐, 伙食
menu, 菜单
allergy, allergic, allergies, 过敏
medicine, medication, 药, 用药
doctor, physician, 医生
patient, patients, 病人, 患者
hospital, clinic, 医院, 诊所
appointment, booking, book, reserve, reservation, 预约, 预订, 预定
school, 学校
teacher, 老师, 教师
student, students, pupil, 学生
parent, parents, 家长
course, class, lesson, 课程, 课
exam, 考试
homework, assignment, 作业
paper, manuscript, 论文, 稿件
experiment, trial, 实验, 试验
sample, samples, 样本, 样品
lab, laboratory, 实验室
equipment, device, instrument, 设备, 仪器
printer, 打印机
key holder, keys, 钥匙
door, gate, 门, 闸机
garden, 花园, 菜园
water, watering, 水, 浇水
electricity, power, 电, 电费
rent, rental, 租金, 房租, 租
landlord, 房东
neighbour, neighbor, 邻居
cleaning, clean, 打扫, 清洁, 卫生
rubbish, trash, garbage, 垃圾
repairman, plumber, electrician, 维修, 水管工, 电工
child, children, kid, kids, 孩子, 小孩, 儿童
volunteer, volunteers, 志愿者, 义工
donation, donate, donor, 捐款, 捐赠
sponsor, sponsors, 赞助, 赞助商
poster, flyer, leaflet, 海报, 传单
photo, photos, picture, 照片, 图片
video, 视频
music, song, 音乐, 歌
rehearsal, 排练, 彩排
concert, show, performance, 演出, 音乐会
game, match, 比赛
training, practice, 培训, 训练
registration, register, sign up, enroll, 报名, 注册
task, tasks, todo, to do, 任务, 待办
progress, status, 进度, 进展, 状态
blocked, blocker, blockers, stuck, blocking, 阻断, 卡住, 卡点, 阻塞
risk, risks, 风险
delay, delayed, late, postponed, postpone, 延期, 推迟, 延后
done, finished, completed, finish, complete, 完成, 做完, 搞定
cancel, cancelled, canceled, dropped, abandon, 取消, 放弃, 砍掉, 砍了
approve, approved, approval, approves, sign off, 审批, 批准, 同意
decide, decided, decision, decisions, 决定, 决策, 拍板, 敲定
agree, agreed, 同意, 商定
choose, chose, chosen, pick, picked, 选, 选择, 选用
replace, replaced, switch, switched, swap, 替换, 换成, 更换, 切换, 换
remove, removed, drop, delete, deleted, 删除, 移除, 去掉
keep, kept, retain, retention, 保留, 保存, 存
store, stored, storage, 存储, 存放, 存
forbid, forbidden, banned, not allowed, 禁止, 不许, 不准
owner, owns, in charge, responsible, 负责人, 负责
contact, liaison, 联系人, 联系方式, 接口人, 对接人
on call, oncall, duty, on duty, 值班
lead, leader, manager, head, 组长, 经理, 主管, 领导
product manager, product owner, 产品经理, 产品负责人
operations, ops, 运维, 运营
maintenance, maintain, 维护, 保养
support, customer service, helpdesk, 客服, 支持
legal, lawyer, law, 法务, 律师, 法律
finance, accounting, accountant, 财务, 会计
hr, human resources, recruiting, hiring, 人事, 招聘, 人力
marketing, promotion, 市场, 推广, 营销
sales, 销售
boss, ceo, director, 老板, 总监
intern, newcomer, new hire, onboarding, 实习生, 新人, 入职
leave, vacation, holiday, day off, 请假, 休假, 假期, 放假
role, roles, responsibility, 职责, 角色, 分工
handover, hand over, 交接
feedback, complaint, complaints, 反馈, 投诉
survey, questionnaire, 问卷, 调研
report, reports, 报告, 报表, 汇报
statistics, analytics, 统计, 分析
data, dataset, 数据, 数据集
model, 模型
export, exports, 导出
import, imports, importer, 导入
upload, 上传
download, downloads, 下载
sync, synchronize, 同步
async, asynchronous, 异步
offline, without network, 离线, 断网, 没网
network, 网络
map, maps, 地图
search, 搜索, 检索
recommend, recommendation, 推荐
index, 索引
field, column, 字段
duplicate, duplicated, twice, 重复
idempotent, idempotency, 幂等
lock, locked, locking, 锁
concurrency, concurrent, 并发
memory leak, 内存泄漏
battery, 电池, 电量
quota, 配额, 额度
capacity, 容量
traffic, 流量
domain, 域名
hardware, 硬件
sensor, 传感器
factory, plant, 工厂
quality, 质量
material, materials, 材料, 物料
packaging, 包装
label, tag, 标签
weekly, every week, 每周
daily, every day, 每天, 每日
monthly, every month, 每月
quarter, quarterly, 季度
monday, 周一, 星期一
tuesday, 周二, 星期二
wednesday, 周三, 星期三
thursday, 周四, 星期四
friday, 周五, 星期五
saturday, 周六, 星期六
sunday, 周日, 星期天, 星期日
weekend, 周末
lesson, lessons learned, pitfall, pitfalls, 教训, 踩坑, 坑
postmortem, post mortem, retrospective, retro, 复盘
goal, target, objective, 目标, 指标
requirement, requirements, 需求
acceptance, 验收
money, cash, funds, 钱, 资金, 款
spend, spent, spending, 花, 花费, 开销, 支出
left, remaining, remains, 剩, 还剩, 剩余, 剩下
advertising, advertisement, ads, advert, adverts, 广告
issue, edition, 期, 刊
on sale, goes on sale, publish, published, publication, 上市, 出版, 发行, 刊登
print, printing, printed, press, 印刷, 印, 打印
newspaper, paper, 报纸, 报社
article, story, piece, column, 文章, 报道, 稿子, 专栏
editor, editing, editorial, 编辑, 主编
reporter, journalist, 记者
layout, page layout, 版面, 排版
headline, title, 标题
reader, readers, subscriber, subscribers, 读者, 订户, 订阅
letter, letters, newsletter, 信, 来信, 通讯
correction, corrections, apology, 更正, 勘误, 道歉
comment, comments, 评论, 留言
interview, 采访, 面试
court, judge, trial, 法院, 法庭
council, councillor, mayor, 议会, 议员, 市长
house, home, apartment, flat, 房子, 家, 公寓, 房屋
kitchen, 厨房
bathroom, toilet, 卫生间, 浴室, 厕所
bedroom, 卧室
living room, 客厅
balcony, 阳台
floor, flooring, tile, tiles, 地板, 地砖, 瓷砖, 墙砖
wall, walls, 墙, 墙面
paint, painting, painted, 漆, 涂料, 乳胶漆, 刷漆
window, windows, 窗, 窗户
furniture, cabinet, cupboard, 家具, 柜子, 橱柜, 衣柜
lamp, light, lights, lighting, bulb, 灯, 灯光, 照明
socket, outlet, plug, 插座
pipe, pipes, plumbing, 水管, 管道
heating, radiator, heater, 暖气, 供暖, 取暖
air conditioner, air conditioning, ac, 空调
waterproof, waterproofing, 防水
leak, leaks, leaking, 漏, 漏水, 渗水
measure, measurement, dimensions, 量, 尺寸, 测量
height, high, tall, 高, 高度
width, wide, 宽, 宽度
length, 长, 长度
weight, heavy, 重量, 重
board, panel, plank, 板, 板材, 板子
wood, wooden, 木, 木头, 木材
glass, 玻璃
installation, install, fitted, fitting, 安装, 装
foreman, contractor, builder, 工长, 包工头, 师傅
property management, caretaker, janitor, 物业
stamp, seal, 盖章, 印章, 公章
sign, signature, signed, 签字, 签名, 签
cash only, card payment, pay by card, 现金, 刷卡
measure up, survey, 复尺, 量尺
noise, noisy, quiet hours, 噪音, 敲打, 扰民
wedding, 婚礼, 婚宴
guest, guests, attendees, participants, 客人, 宾客, 来宾, 参加者
birthday, 生日
gift, present, 礼物, 礼品
cake, bakery, 蛋糕, 烘焙
recipe, 食谱, 配方, 菜谱
ingredient, ingredients, 食材, 原料
kitchen staff, cook, chef, 厨师, 厨子
waiter, waitress, 服务员
opening hours, open hours, opens, closes, 营业时间, 开门, 关门
customer order, takeaway, 外卖
club, society, 社团, 俱乐部
coach, trainer, 教练
team, squad, 队, 球队, 队伍
league, tournament, competition, 联赛, 锦标赛
field, pitch, 场, 球场
uniform, jersey, kit, 队服, 制服, 球衣
insurance, insured, 保险
visa, passport, 签证, 护照
luggage, baggage, 行李
route, itinerary, path, 路线, 线路
guide, 导游, 指南, 向导
weatherproof, rain, rainy, 下雨, 雨天
dog, cat, pet, pets, 狗, 猫, 宠物
vet, 兽医
seed, seeds, seedling, 种子, 苗
plot, bed, 地块, 菜地
compost, fertilizer, manure, 堆肥, 肥料, 施肥
tool shed, shed, 工具房, 棚子
book, books, 书, 图书
library card, librarian, 图书馆
choir, orchestra, band, 合唱团, 乐团, 乐队
instrument, instruments, 乐器
costume, costumes, 服装, 戏服
stage, 舞台
script, screenplay, 剧本
grant, funding, sponsorship, 经费, 拨款, 资助
proposal, application, 申请, 提案
review comments, referee, reviewers, 审稿, 审稿人
dose, dosage, 剂量
nurse, 护士
shift, shifts, rota, 班次, 排班, 轮班
emergency, urgent, 紧急, 应急, 急诊
mandarin, 普通话, 国语
cantonese, 粤语, 广东话
english, 英语, 英文
chinese, 中文, 汉语
hour, hours, 小时, 钟头
minute, 分钟
number, numbers, figures, digits, 数字, 号码
word, words, 词, 字
annotate, annotation, annotator, annotators, transcribe, transcription, 标注, 转写
pay, rate, rates, fee, wage, 单价, 报酬, 稿费
picture, pictures, image, images, photo, photos, 图片, 照片
advert, adverts, ad, ads, 广告
open source, opensource, open sourced, 开源
audio, recording, recordings, 音频, 录音
gpu, graphics card, 显卡, 卡
retrain, retraining, 重训
crash, crashes, crash reporter, 闪退, 崩溃
store review, app review, play store, app store, play console, 应用商店, 商店
subscription, subscriptions, 订阅, 会员费
free, free of charge, 免费, 不收费
local, 本地
wear, wearing, dress, clothes, outfit, dress code, 穿, 着装, 衣服
sing, singing, programme, program, repertoire, 唱, 曲目, 节目
tablet, tablets, ipad, ipads, 平板
ill, sick, absent, miss, missed, 生病, 病了, 缺席
practise, practice, learn, 练, 练习
launch, 启动, 发射, 首发
""".strip().splitlines()
