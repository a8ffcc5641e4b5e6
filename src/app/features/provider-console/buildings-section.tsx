import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { providerConsole } from '#contract/provider-console.ts'
import { bindByKey, consoleQuery } from '#app/data/provider-console.ts'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Field } from '#app/ui/field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const PAGE_SIZE = 15
const bindForm = v.object({ buildingKey: providerConsole.bind.input.entries.buildingKey })

export function BuildingsSection({ canBind }: { canBind: boolean }) {
  const [page, setPage] = useState(1)
  const [bound, setBound] = useState(0)
  const buildings = useQuery({ ...consoleQuery.buildings({ currentPage: page, pageSize: PAGE_SIZE }), staleTime: 0 })
  return (
    <div className="space-y-3">
      {canBind && <BindBuilding key={bound} onBound={() => setBound(bound + 1)} />}
      <Card title="绑定的建筑" flush>
        <QueryResult of={buildings} waiting={<Skeleton className="m-4 h-40" />}>
          {({ list }) => (
            <DataTable
              caption="绑定的建筑"
              rows={list}
              rowKey={({ projectId }) => projectId}
              empty={<Empty title="暂无绑定的建筑" hint="向建筑管理单位索取建筑密钥，填在上方" />}
              columns={[
                { key: 'name', header: '建筑名称', phone: 'title', render: ({ name }) => name },
                {
                  key: 'projectId',
                  header: '建筑标识',
                  render: ({ projectId }) => <span className="select-all break-all font-mono">{projectId}</span>,
                },
                { key: 'address', header: '地址', render: ({ address }) => address ?? '--' },
                { key: 'points', header: '点位', phone: 'half', align: 'end', render: ({ points }) => points },
                { key: 'offline', header: '离线点位', phone: 'half', align: 'end', render: ({ offline }) => offline },
              ]}
            />
          )}
        </QueryResult>
        {buildings.data?.total !== 0 && (
          <ListFooter of={buildings} page={page} pageSize={PAGE_SIZE} name="建筑" onChange={setPage} />
        )}
      </Card>
    </div>
  )
}

function BindBuilding({ onBound }: { onBound(): void }) {
  const client = useQueryClient()
  const form = useForm(bindForm, { buildingKey: '' }, async ({ buildingKey }) => {
    const { name } = await bindByKey(client, buildingKey)
    onBound()
    toast.success(`已绑定${name}`)
  })
  return (
    <Card title="绑定建筑">
      <form onSubmit={form.submit} noValidate className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-72">
          <Field
            label="建筑密钥"
            required
            hint="由建筑管理单位提供，在其建筑详情的“更多”中"
            error={form.errors['buildingKey'] || form.refusal}
          >
            {(control) => (
              <TextInput
                {...control}
                {...form.bind('buildingKey')}
                maxLength={32}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
              />
            )}
          </Field>
        </div>
        <Button type="submit" kind="primary" busy={form.busy} className="md:mt-6">
          绑定
        </Button>
      </form>
    </Card>
  )
}
