import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { ContactPhone } from '#app/parts/contact-phone.tsx'
import { ContactState } from '#app/parts/contact-state.tsx'
import { buildingsWords, hoursWords } from '#app/parts/contact-words.ts'
import { useContactActs } from '#app/parts/use-contact-acts.ts'
import { DeliveryList } from '#app/parts/delivery-list.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { type Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'

const LATEST = 5

export function InformedContacts() {
  const { data } = useQuery(dutyContactQuery.list())
  const { data: sent } = useQuery(dutyContactQuery.deliveries({ pageSize: LATEST }))
  const acts = useContactActs(data?.list ?? [])
  if (!data) return null
  const columns: readonly Column<DutyContact>[] = [
    { key: 'name', header: '联系人', phone: 'title', width: '10rem', render: ({ rank, name }) => `${rank}. ${name}` },
    {
      key: 'phone',
      header: '手机号',
      width: '10rem',
      tablet: 'main',
      nowrap: true,
      render: ({ phone }) => <ContactPhone of={phone} className="gap-1.5 align-top font-figure" />,
    },
    { key: 'scope', header: '负责建筑', width: '12rem', tablet: 'under', below: 'name', render: buildingsWords },
    {
      key: 'hours',
      header: '值班时段',
      width: '10rem',
      tablet: 'under',
      below: 'phone',
      nowrap: true,
      render: hoursWords,
    },
    {
      key: 'state',
      header: '状态',
      phone: 'state',
      width: '13rem',
      render: (one) => <ContactState isLinked of={one} className="max-md:flex-col max-md:items-end" />,
    },
    {
      key: 'send',
      header: '操作',
      phone: 'action',
      width: '7rem',
      render: (one) => (
        <Button
          kind="quiet"
          size="small"
          className="row-link xl:-mr-2.5"
          busy={acts.isTesting(one)}
          onClick={() => void acts.test(one)}
        >
          发送测试
        </Button>
      ),
    },
  ]
  return (
    <>
      {data.list.length > 0 && (
        <Card flush title="查岗时通知" className="mt-3 overflow-hidden">
          <WideTable
            caption="查岗时通知的联系人"
            minWidth="60rem"
            columns={columns}
            rows={data.list}
            rowKey={({ id }) => id}
            facts={(one) => [one.phone, hoursWords(one)]}
          />
        </Card>
      )}
      {sent && sent.list.length > 0 && (
        <Card
          title="最近的通知"
          className="mt-3"
          actions={
            <Link to="/deliveries" className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-mr-2.5')}>
              全部通知记录
            </Link>
          }
        >
          <DeliveryList isWide rows={sent.list} />
        </Card>
      )}
    </>
  )
}
