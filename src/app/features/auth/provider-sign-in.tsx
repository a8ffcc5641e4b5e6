import { Link } from '@tanstack/react-router'
import { signIn } from '#app/data/sign-in.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { BrandFrame, OtherDoors } from './sign-in-frame.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

export function ProviderSignIn() {
  return (
    <BrandFrame mark="platform" title="服务商登录" lead="查看密钥、绑定的建筑和上报结果">
      <SignInPanels prove={signIn} />
      <Link to="/register" preload={false} className={cx(buttonClass({ block: true }), 'mt-3')}>
        服务商注册
      </Link>
      <OtherDoors to={[['/selectSys', '选择登录入口']]} />
    </BrandFrame>
  )
}
