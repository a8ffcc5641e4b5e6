import { Link } from '@tanstack/react-router'
import { signIn } from '#app/data/sign-in.ts'
import { BrandFrame, LINK } from './sign-in-frame.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

export function ProviderSignIn() {
  return (
    <BrandFrame mark="platform" title="服务商登录" lead="查看密钥、绑定的建筑和上报结果">
      <SignInPanels prove={signIn} />
      <p className="mt-4 flex justify-center text-sm">
        <Link to="/register" preload={false} className={LINK}>
          服务商注册
        </Link>
        <Link to="/portal" preload={false} className={LINK}>
          返回首页
        </Link>
      </p>
    </BrandFrame>
  )
}
