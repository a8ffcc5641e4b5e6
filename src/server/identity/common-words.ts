export const KEYBOARD_ROWS = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1s2d3f4g5h6',
  'z1x2c3v4b5n6',
  '147258369',
  '123698745',
  '159357',
  '147852369',
] as const

/** Leaked password lists, and local words. Lower case, at least two characters. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passwd passw pass pwd psw mima admin administrator adm root user users username guest test tester
  testing demo temp temporary default changeme change secret login logon signin system server manager master super
  superman superuser supervisor operator service support public private company office staff welcome hello hi letmein
  open access enter sesame trustno iloveyou love lover loveyou loveme lovely baby angel princess queen king prince
  dragon tiger monkey panda eagle falcon phoenix wolf lion bear cat dog fish bird snake horse sunshine sun moon star
  starwars shadow summer winter spring autumn monday friday sunday january december flower freedom forever family
  friend friends happy lucky money rich football soccer baseball basketball hockey batman spiderman pokemon naruto
  michael jordan jackson daniel thomas robert charlie george jessica jennifer michelle ashley nicole andrew david
  james john peter mary linda matrix hunter killer ninja pirate ranger soldier warrior wizard magic cookie coffee
  chocolate cheese orange banana apple cherry lemon pepper ginger computer internet google facebook twitter microsoft
  windows linux ubuntu android iphone samsung nokia oracle mysql postgres postgresql mongo redis docker kubernetes
  java python golang node github gitlab jenkins cisco huawei xiaomi tencent alibaba alipay taobao wechat weixin baidu
  qq china chinese zhongguo beijing shanghai guangzhou shenzhen tianjin chongqing hangzhou nanjing wuhan chengdu
  suzhou xian pudong jingan huangpu xuhui putuo hongkou yangpu minhang baoshan jiading songjiang qingpu fengxian
  jinshan chongming changning fire fire119 firefire firefighter fireman rescue alarm safety security secure sprinkler
  hydrant xiaofang xf119 xiaofangdui zongdui zhidui dadui jiuyuan huojing huozai anquan anquandiyi baojing wulianwang
  iot wuye danwei jianzhu shebei pingtai guanli guanliyuan yonghu denglu zhanghao woaini woaiwo aini aiwo woaizhongguo
  iloveyou5201314 wangwei wangfang wangyang lina zhangwei zhangmin zhangjing lijing liwei limin liuwei liuyang chenwei
  yangyang huang zhang wang li zhao chen liu yang xiao xiaoming xiaohong laoban gongsi nihao nihaoma zaijian jiayou
  facai fafa gongxi xingfu kuaile mingtian jintian baobao laopo laogong mama baba 520 1314 5201314 520520 110 119 120
  114 12345 168 888 666 999 007 86 021 abc abcd abcde abcdef aabb abcabc qwe qweasd qweasdzxc asd asdasd zxc zxcv qwer
  asdf qaz wsx qazwsx aaa bbb xyz xxx zzz ilove iam my the new old one two three first last no yes ok go`
    .split(/\s+/)
    .filter((word) => word.length > 1),
)
