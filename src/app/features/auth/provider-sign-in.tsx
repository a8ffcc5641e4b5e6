import { signIn } from '#app/data/sign-in.ts'
import { BrandFrame, OtherDoors } from './sign-in-frame.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

export function ProviderSignIn() {
  return (
    <BrandFrame mark="platform" title="服务商登录" lead="查看密钥、绑定的建筑和上报结果">
      <SignInPanels prove={signIn} />
      <OtherDoors
        to={[
          ['/register', '服务商注册'],
          ['/selectSys', '其他登录入口'],
        ]}
      />
    </BrandFrame>
  )
}
