import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { isUntested } from '#app/parts/contact-words.ts'
import { useContactActs } from '#app/parts/use-contact-acts.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { AlertIcon, EyeIcon } from '#app/ui/icon.tsx'

const NONE = '暂无查岗记录'
const REACH = '消防救援机构查岗时，会推送并发短信给值班联系人'

export function NoChecks() {
  const { data } = useQuery(dutyContactQuery.list())
  const list = data?.list ?? []
  const untested = list.filter(isUntested)
  const acts = useContactActs(untested)
  const isMissing = data !== undefined && list.length === 0
  const contacts = (
    <Link to="/dutyContacts" className={buttonClass({ kind: isMissing ? 'primary' : 'secondary' })}>
      {isMissing ? '设置值班联系人' : '管理值班联系人'}
    </Link>
  )
  if (!isMissing && untested.length === 0)
    return <Callout icon={<EyeIcon />} title={NONE} hint={REACH} action={contacts} />
  return (
    <Callout
      icon={<AlertIcon />}
      tone="attention"
      title={isMissing ? '没有值班联系人，查岗时通知不到人' : `${untested.length} 位值班联系人未测试，查岗时可能收不到`}
      hint={`${NONE}，查岗时会推送并发短信给值班联系人`}
      action={
        <>
          {!isMissing && (
            <Button kind="primary" busy={acts.isTestingAll} onClick={() => void acts.testAll()}>
              发送测试
            </Button>
          )}
          {contacts}
        </>
      }
    />
  )
}
