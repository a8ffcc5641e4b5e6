import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Tone } from '#contract/dict/define-dict.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { Badge, CountBadge } from '#app/ui/badge.tsx'
import { Button, buttonClass, type ButtonKind, IconButton } from '#app/ui/button.tsx'
import { Card, CardGrid } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ConfirmHost } from '#app/ui/confirm-host.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { DateInput } from '#app/ui/date-input.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { Details } from '#app/ui/details.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { type ErrorKind, ErrorScreen } from '#app/ui/error-screen.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { Freshness } from '#app/ui/freshness.tsx'
import { CloseIcon } from '#app/ui/icon.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { PlaceTable } from '#app/ui/place-table.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { Ranking } from '#app/ui/ranking.tsx'
import { ScoreRing } from '#app/ui/score-ring.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { ShareBar } from '#app/ui/share-bar.tsx'
import { Loading, Skeleton, SkeletonChart, SkeletonRing, SkeletonText } from '#app/ui/skeleton.tsx'
import { Spark } from '#app/ui/spark.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { Toaster } from '#app/ui/toast.tsx'

const TONES: readonly Tone[] = ['ok', 'attention', 'danger', 'working', 'idle', 'unknown', 'dismissed', 'late']
const KINDS: readonly ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger', 'plain', 'text']
const ERRORS: readonly ErrorKind[] = ['uncached', 'forbidden', 'missing', 'other']
const OPTIONS = [
  { value: 'a', label: '全部' },
  { value: 'b', label: '未解决' },
  { value: 'c', label: '已解决' },
]
const DISTRICTS = ['黄浦区', '静安区', '徐汇区', '长宁区'].map((name, at) => ({ name, value: 92.4 - at * 7 }))
const SCORES = [72, 74, null, 69].map((value, at) => ({ label: `11-2${at + 3}`, value }))
const nothing = () => undefined

interface Row {
  readonly name: string
  readonly state: string
  readonly floor: string
  readonly time: string
}

const ROWS: readonly Row[] = [
  { name: '11层烟感探测器10', state: '报警中', floor: '11层', time: '2026-11-26 10:16:58' },
  { name: '2层手动报警按钮02', state: '在线', floor: '2层', time: '2026-11-26 10:17:02' },
]

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: '设备名称', phone: 'title', render: ({ name }) => name },
  { key: 'state', header: '状态', phone: 'half', render: ({ state }) => state },
  { key: 'floor', header: '楼层', phone: 'half', render: ({ floor }) => floor },
  { key: 'time', header: '上报时间', nowrap: true, render: ({ time }) => time },
  {
    key: 'action',
    header: '操作',
    phone: 'action',
    render: () => (
      <Button kind="quiet" size="small">
        查看
      </Button>
    ),
  },
]

/** Every component with each of its states; in development only. */
export function showGallery(root: HTMLElement): void {
  createRoot(root).render(<Gallery />)
}

function Gallery() {
  return (
    <main className="mx-auto max-w-6xl space-y-6 bg-surface p-4">
      <h1 className="text-xl font-semibold">组件</h1>
      <Acts />
      <Marks />
      <Fields />
      <Figures />
      <Tables />
      <Waits />
      <Overlays />
      <Toaster />
      <ConfirmHost />
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </Card>
  )
}

function Acts() {
  const [chosen, setChosen] = useState('a')
  return (
    <Part title="按钮和选择">
      {KINDS.map((kind) => (
        <span key={kind} className="flex flex-wrap items-center gap-2">
          <Button kind={kind}>{kind}</Button>
          <Button kind={kind} size="small">
            small
          </Button>
          <Button kind={kind} busy>
            busy
          </Button>
          <Button kind={kind} disabled>
            disabled
          </Button>
        </span>
      ))}
      <IconButton label="关闭" icon={<CloseIcon />} />
      <IconButton label="关闭" icon={<CloseIcon />} disabled />
      <Segmented label="范围" options={OPTIONS} value={chosen} onChange={setChosen} />
      {OPTIONS.map(({ value, label }) => (
        <Chip key={value} label={label} count={12} isOn={value === chosen} onPress={() => setChosen(value)} />
      ))}
      <Menu
        trigger="更多"
        entries={[
          { key: 'a', label: '编辑', onSelect: nothing },
          { key: 'b', label: '停用', disabled: true, title: '没有权限', onSelect: nothing },
        ]}
      />
      <Popover trigger="筛选" title="筛选" className={buttonClass()}>
        {() => <p className="p-4">筛选条件</p>}
      </Popover>
    </Part>
  )
}

function Marks() {
  return (
    <Part title="状态">
      {TONES.map((tone) => (
        <span key={tone} className="flex gap-2">
          <Badge tone={tone}>{tone}</Badge>
          <Badge tone={tone} look="plain">
            {tone}
          </Badge>
        </span>
      ))}
      <CountBadge count={6} label="6 条未读" />
      <CountBadge count={120} label="120 条未读" />
      <Freshness time="10:32" />
      <Freshness time="10:32" onRefresh={nothing} />
      <Freshness time="10:32" note="offline" />
      <Freshness time="10:32" note="silent" />
      <Freshness time="10:32" note="portal" />
      <Freshness time="10:32" note="refreshing" />
    </Part>
  )
}

function Fields() {
  const [text, setText] = useState('值班室')
  const [day, setDay] = useState('')
  const [span, setSpan] = useState({ start: '2026-11-20 00:00:00', end: '2026-11-26 23:59:59' })
  const [way, setWay] = useState('b')
  return (
    <Part title="输入">
      <div className="grid w-full gap-x-4 md:grid-cols-2">
        <Field label="名称" required hint="最多 32 个字">
          {(control) => <TextInput {...control} value={text} onChange={({ target }) => setText(target.value)} />}
        </Field>
        <Field label="名称" error="请填写名称">
          {(control) => <TextInput {...control} value="" onChange={nothing} placeholder="请输入" />}
        </Field>
        <Field label="搜索">
          {(control) => <TextInput {...control} lead={<SearchIcon />} placeholder="搜索建筑" />}
        </Field>
        <Field label="不可修改">{(control) => <TextInput {...control} value="已登记" disabled />}</Field>
        <Field label="区域">{(control) => <Select {...control} options={OPTIONS} placeholder="请选择" />}</Field>
        <Field label="说明">
          {(control) => (
            <TextArea
              {...control}
              counted
              maxLength={100}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field label="日期">
          {(control) => <DateInput {...control} value={day} onChange={({ target }) => setDay(target.value)} />}
        </Field>
        <Field label="文件">{(control) => <FileField {...control} file={undefined} />}</Field>
      </div>
      <DateRange label="时间" value={span} onChange={setSpan} />
      <RadioGroup
        label="结果"
        options={[
          { value: 'a', label: '真实火警' },
          { value: 'b', label: '误报' },
          { value: 'c', label: '测试', disabled: true },
        ]}
        value={way}
        onChange={setWay}
      />
      <Checkbox defaultChecked>全选本页</Checkbox>
      <Checkbox disabled>不可选</Checkbox>
    </Part>
  )
}

function Figures() {
  return (
    <CardGrid>
      <Part title="评分">
        <ScoreRing score={92.4} tone="ok" word="良好" label="良好" size={132} />
        <ScoreRing score={67} tone="attention" word="需关注" label="需关注" size={132} />
        <ScoreRing score={47.4} tone="danger" word="高风险" label="高风险" size={132} />
        <ScoreRing score={null} tone="unknown" word="无评分" label="无评分" size={132} />
      </Part>
      <Part title="数字">
        <Stats>
          <Stat label="建筑总数" value="148" unit="栋" />
          <Stat label="火警" value="3" unit="处" tone="danger" note="最久 9 天" />
          <Stat label="平均分" value="--" unit="分" size="large" />
        </Stats>
        <ProgressBar value={67} label="接入率" showValue className="w-60" />
        <ProgressBar label="下载中" className="w-60" />
        <Spark values={[0.4, 0.42, null, 0.3, 0.12]} low={0.2} high={0.6} />
      </Part>
      <Part title="分布和排名">
        <div className="w-full">
          <ShareBar parts={TONES.slice(0, 4).map((tone, at) => ({ name: tone, count: 12 - at * 3, tone }))} />
        </div>
        <div className="w-full">
          <Ranking label="各区评分" rows={DISTRICTS} unit="分" />
        </div>
        <div className="w-full">
          <PlaceTable
            label="各区评分"
            rows={DISTRICTS.map((row) => ({ ...row, note: '50%' }))}
            unit="分"
            heads={['评分', '接入率']}
            toneOf={() => 'working'}
          />
        </div>
      </Part>
      <Part title="曲线">
        <div className="w-full">
          <LineChart label="评分趋势" height={200} unit="分" isScore series={[{ name: '评分', points: SCORES }]} />
        </div>
        <Details
          rows={[
            ['建筑名称', '鹭枫中心B座'],
            ['联系电话', '--'],
          ]}
        />
      </Part>
    </CardGrid>
  )
}

function Tables() {
  const [page, setPage] = useState(1)
  const table = { caption: '设备', columns: COLUMNS, rowKey: ({ name }: Row) => name }
  return (
    <>
      <Card title="表格" flush footer={<Pager page={page} pageSize={10} total={95} onChange={setPage} />}>
        <DataTable {...table} rows={ROWS} />
      </Card>
      <CardGrid>
        <Card title="表格：加载中" flush>
          <DataTable {...table} rows={undefined} expected={2} />
        </Card>
        <Card title="表格：没有内容" flush>
          <DataTable {...table} rows={[]} empty={<Empty title="暂无设备" hint="接入后列在这里" />} />
        </Card>
      </CardGrid>
    </>
  )
}

function Waits() {
  return (
    <CardGrid>
      <Part title="加载中">
        <Spinner />
        <Loading className="w-full">
          <SkeletonText />
          <Skeleton className="my-2 h-8 w-full" />
          <SkeletonChart height={80} />
        </Loading>
        <SkeletonRing size={96} />
      </Part>
      <Card title="没有内容">
        <Empty title="暂无通知记录" hint="火警通知和测试短信会列在这里" action={<Button>去建筑列表</Button>} />
      </Card>
      {ERRORS.map((kind) => (
        <ErrorScreen key={kind} kind={kind} onRetry={nothing} />
      ))}
    </CardGrid>
  )
}

function Overlays() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Part title="弹窗和提示">
      <Button onClick={() => setOpen(true)}>弹窗</Button>
      <Button onClick={() => void confirm({ question: '是否提交？', yes: '提交' })}>确认</Button>
      <Button
        onClick={() =>
          void confirm({
            question: '是否删除“1层”平面图？',
            detail: '20 个点位的位置一并删除。',
            yes: '删除',
            danger: true,
          })
        }
      >
        确认删除
      </Button>
      <Button onClick={() => toast.success('值班联系人已保存')}>成功</Button>
      <Button onClick={() => toast.success('火警已判为误报', { undo: nothing })}>可撤销</Button>
      <Button onClick={() => toast.info('正在更新')}>提示</Button>
      <Button onClick={() => toast.error('保存失败，请重试')}>失败</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="弹窗" footer={<Button kind="primary">确定</Button>}>
        <SkeletonText lines={6} />
      </Dialog>
    </Part>
  )
}
