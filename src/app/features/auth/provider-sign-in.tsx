import { Link } from '@tanstack/react-router'
import { signIn } from '#app/data/sign-in.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { BrandFrame } from './sign-in-frame.tsx'
import { SignInFoot } from './sign-in-foot.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

export function ProviderSignIn() {
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
      <div className="brand-foot -mt-2">
        <SignInFoot />
      </div>
    </BrandFrame>
  )
}
