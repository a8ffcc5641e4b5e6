import { alarmState } from '#contract/dict/alarm-state.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { faultFlag } from '#contract/dict/measure-states.ts'
import { actionState, faultHandling, faultState, shieldState } from '#contract/dict/record-states.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import type { ListType, RecordRow } from '#app/data/record.ts'
import type { Column } from '#app/ui/table.tsx'
import {
  calmWhileOpen,
  endedColumn,
  handledTimeColumn,
  handlerColumn,
  receivedColumn,
  stateColumn,
  timeColumn,
} from './columns.tsx'

/** Source: document 2, sections 3 and 4. */
export interface ListLayout {
  readonly filter: string
  readonly states: Dict
  readonly columns: readonly Column<RecordRow>[]
  readonly nothing: string
  readonly time: string
}

export const RESULT_COLUMN = 'state 处理结果'

const handled = (name: '报警' | '故障', words: Dict): Column<RecordRow>[] => {
  const result = stateColumn<RecordRow>('处理结果', words, (row) => row.state)
  return [
    { ...timeColumn<RecordRow>(`${name}时间`, (row) => row.alarmTime), tablet: 'main', width: '6.5rem' },
    receivedColumn('desk', `time ${name}时间`),
    calmWhileOpen({ ...result, tablet: 'main', width: '9.25fr' }, words),
    { ...handledTimeColumn<RecordRow>(), tablet: 'under', below: `state ${name}状态` },
    { ...handlerColumn<RecordRow>(), below: result.key },
  ]
}

export const LAYOUTS: Readonly<Record<ListType, ListLayout>> = {
  1: {
    filter: '处理结果',
    states: fireHandling,
    nothing: '没有火警记录',
    time: '发生时间',
    columns: [
      endedColumn(
        { ...stateColumn<RecordRow>('报警状态', alarmState, (row) => row.status, 'state'), width: '5fr' },
        fireHandling,
      ),
      ...handled('报警', fireHandling),
    ],
  },
  2: {
    filter: '处理结果',
    states: faultHandling,
    nothing: '没有故障记录',
    time: '发生时间',
    columns: [
      endedColumn(
        { ...stateColumn<RecordRow>('故障状态', faultState, (row) => row.status, 'state'), width: '5fr' },
        faultHandling,
      ),
      ...handled('故障', faultHandling),
    ],
  },
  3: {
    filter: '屏蔽状态',
    states: shieldState,
    nothing: '没有屏蔽记录',
    time: '发生时间',
    columns: [
      stateColumn('屏蔽状态', shieldState, (row) => row.status, 'state'),
      timeColumn('屏蔽时间', (row) => row.shieldTime, 'desk'),
      receivedColumn(),
      timeColumn('解除时间', (row) => row.relieveShieldTime),
    ],
  },
  4: {
    filter: '动作状态',
    states: actionState,
    nothing: '没有动作记录',
    time: '发生时间',
    columns: [
      stateColumn('动作状态', actionState, (row) => row.status, 'state'),
      timeColumn('动作时间', (row) => row.alarmTime, 'desk'),
      receivedColumn(),
      timeColumn('复位时间', (row) => row.endTime),
    ],
  },
  5: {
    filter: '处理结果',
    states: faultHandling,
    nothing: '没有设备',
    time: '上报时间',
    columns: [
      stateColumn('连接状态', connectStatus, (row) => row.connectStatus, 'state'),
      stateColumn('设备状态', faultFlag, (row) => row.devStatus),
      timeColumn('设备上报时间', (row) => row.reportTime, 'desk'),
      receivedColumn(),
      timeColumn('最近报警时间', (row) => row.alarmTime),
      stateColumn('处理结果', faultHandling, (row) => row.state),
    ],
  },
}
