import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contentQuery } from '#app/data/content.ts'
import { signIn } from '#app/data/sign-in.ts'
import { SupportLine } from '#app/parts/support-line.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { BrandFrame } from './sign-in-frame.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

const DOORS = [
  ['/selectSys', '选择登录入口'],
  ['/portal', '返回首页'],
] as const

export function ProviderSignIn() {
  const { data } = useQuery(contentQuery.settings())
  return (
    <BrandFrame
      mark="platform"
      title="服务商登录"
      lead="查看密钥、绑定的建筑和上报结果"
      who="账号注册后由消防救援机构审核"
    >
      <SignInPanels prove={signIn} />
      <Link to="/register" preload={false} className={cx(buttonClass({ block: true }), 'mt-3')}>
        服务商注册
      </Link>
      <p className="-mx-4 flex justify-between pt-2">
        {DOORS.map(([to, label]) => (
          <Link key={to} to={to} preload={false} className={buttonClass({ kind: 'quiet' })}>
            {label}
          </Link>
        ))}
      </p>
      <div className="mt-auto min-h-control pt-2 md:-mb-1">
        <SupportLine line={data?.support.line} />
      </div>
    </BrandFrame>
  )
}
