import * as v from 'valibot'
import { group } from './endpoint.ts'
import { count, id, idFilter, idInput, maybeNumber, maybeText } from './fields.ts'
import { buildingApplication } from './register-change.ts'

/** Other servers may omit the field. */
const perhaps = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null)
const codeValue = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const paths = v.optional(v.array(v.array(v.string())), [])
const path = v.optional(v.array(v.string()), [])

const provider = v.object({
  id,
  name: v.string(),
  companyAddress: perhaps(v.string()),
  linkMan: perhaps(v.string()),
  linkManPhone: perhaps(v.string()),
  /** 1: holds the data-transmission certificate. */
  certificationState: perhaps(v.number()),
  certificationUrl: perhaps(v.string()),
  /** Since when the authority rejects its reports; null: accepted. */
  suspendTime: perhaps(v.string()),
  /** The gravest card: 1 yellow, otherwise red; null: no card. */
  ruleType: perhaps(v.number()),
  iotIsvRuleList: v.optional(v.array(v.object({ ruleType: perhaps(v.number()), content: v.string() })), []),
})

export const buildingDetail = group('buildingDetail', {
  detail: {
    method: 'GET',
    path: '/wuye/building/detail',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ buildingId: idInput }),
    output: v.object({
      buildingId: id,
      name: v.string(),
      complexName: perhaps(v.string()),
      address: maybeText,
      addressDetail: perhaps(v.string()),
      floorSpace: perhaps(v.number()),
      area: perhaps(v.number()),
      height: perhaps(v.number()),
      upperLevel: perhaps(v.number()),
      underLevel: perhaps(v.number()),
      heightId: perhaps(codeValue),
      natureId: perhaps(codeValue),
      constructId: perhaps(codeValue),
      buildingYear: perhaps(v.number()),
      typeName: perhaps(v.string()),
      gisX: perhaps(v.number()),
      gisY: perhaps(v.number()),
      crs: perhaps(v.string()),
      accessStatus: maybeNumber,
      accessTime: perhaps(v.string()),
      /** 0 all required items are connected, 1 abnormal, 2 not connected. */
      totalStatus: maybeNumber,
      exceptionNum: v.optional(count, 0),
      mustNumPre: perhaps(v.number()),
      safetyScore: maybeNumber,
      /** Not in the documents: points, those offline, open alarms, unresolved faults. */
      pointNum: v.optional(count),
      offlineNum: v.optional(count),
      alarmNum: v.optional(count),
      faultNum: v.optional(count),
      openProjectId: maybeText,
      relationId: maybeText,
      appKey: perhaps(v.string()),
      buildingFunction: paths,
      refractoryLevel: perhaps(codeValue),
      formIds: path,
      safeManagerName: perhaps(v.string()),
      safeManagerPhone: perhaps(v.string()),
      isvName: perhaps(v.string()),
      iotProviderId: perhaps(id),
      iotIsv: perhaps(provider),
    }),
    errors: [404],
    summary:
      '建筑详情。appKey 对已绑定该建筑的单位和服务商完整返回，对消防救援机构脱敏；safetyScore 为最近一日的评分。',
  },
  info: {
    method: 'GET',
    path: '/api/building/info',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput }),
    output: v.object({
      buildingBaseInfo: v.object({
        id,
        name: v.string(),
        complexName: maybeText,
        provinceNo: maybeText,
        cityNo: maybeText,
        county: maybeText,
        streetNo: maybeText,
        areaData: path,
        gisX: maybeNumber,
        gisY: maybeNumber,
        crs: perhaps(v.string()),
        position: v.optional(v.array(v.number()), []),
        address: maybeText,
        addressDetail: maybeText,
        area: maybeNumber,
        floorSpace: maybeNumber,
        height: maybeNumber,
        upperLevel: maybeNumber,
        underLevel: maybeNumber,
        heightId: v.nullable(codeValue),
        natureId: v.nullable(codeValue),
        constructId: v.nullable(codeValue),
        buildingYear: maybeNumber,
        status: v.optional(v.number(), 0),
        modifyTime: perhaps(v.string()),
        /** Changes with these fields; sent back on save to detect a concurrent change. */
        version: perhaps(v.string()),
      }),
      iotBuildingSafetyInfo: v.nullable(
        v.object({ fireLevel: v.nullable(codeValue), buildingFunction: paths, formIds: path }),
      ),
      /** The newest; null if there is none, and for the building's provider. */
      application: perhaps(buildingApplication),
    }),
    errors: [404],
    summary: '建筑的基本信息，即建筑表单所显示和保存的内容；application 为最近一次申请，含待审批的修改。',
  },
  providerLife: {
    method: 'GET',
    path: '/isv/lifeCycle',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ iotProviderId: idInput }),
    output: v.array(
      v.object({
        activityYear: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
        iotIsvActivityVOS: v.array(v.object({ eventName: v.string(), triggerTime: v.string() })),
      }),
    ),
    errors: [404],
    summary: '服务商的服务历程，按年列出，最近的在前。',
  },
  report: {
    method: 'GET',
    path: '/api/report/getReportUrl',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    timeoutMs: 120_000,
    input: v.object({ buildingId: idInput, companyId: idFilter }),
    output: v.string(),
    errors: [404, 409],
    summary: '接入报告：`data` 为 PDF 的地址，60 秒内可用一次；totalStatus 不为 0 时不予生成。',
  },
})

export type BuildingDetail = v.InferOutput<typeof buildingDetail.detail.output>
export type BuildingInfo = v.InferOutput<typeof buildingDetail.info.output>
export type ProviderOfBuilding = v.InferOutput<typeof provider>
