import { Link } from '@tanstack/react-router'
import { signIn } from '#app/data/sign-in.ts'
import { BrandFrame, OtherDoors } from './sign-in-frame.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

export function ProviderSignIn() {
  return (
    <BrandFrame mark="platform" title="服务商登录" lead="查看密钥、绑定的建筑和上报结果">
      <SignInPanels prove={signIn} />
      <p className="mt-3 flex items-center text-base text-ink-soft">
        还没有账号？
        <Link
          to="/register"
          preload={false}
          className="inline-flex min-h-control items-center text-link hover:underline"
        >
          服务商注册
        </Link>
      </p>
      <OtherDoors />
    </BrandFrame>
  )
}
