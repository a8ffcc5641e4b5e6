import { type ChangeEvent, type FormEvent, useState } from 'react'
import { phoneForm } from '#contract/auth.ts'
import { providerReview } from '#contract/dict/provider.ts'
import { applicationForm, type ApplicationState } from '#contract/provider-application.ts'
import { creditCodeFits } from '#contract/unit.rules.ts'
import { UPLOAD_ACCEPT } from '#contract/upload.rules.ts'
import { applyProvider, readApplications, sendApplicantCode } from '#app/data/provider-application.ts'
import { CallError } from '#app/lib/call.ts'
import { formatTime } from '#app/lib/format.ts'
import { shrinkPhoto } from '#app/lib/shrink-photo.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { PhoneFields } from './phone-fields.tsx'

const EMPTY = {
  name: '',
  creditCode: '',
  companyAddress: '',
  legalName: '',
  linkMan: '',
  phone: '',
  checkCode: '',
}

const FIELDS = [
  { name: 'name', label: '企业名称', max: 100 },
  { name: 'creditCode', label: '统一社会信用代码', max: 18 },
  { name: 'companyAddress', label: '企业地址', max: 200 },
  { name: 'legalName', label: '法定代表人', max: 32 },
  { name: 'linkMan', label: '联系人', max: 32 },
] as const

const GROUP = 'mb-3 text-base md:col-span-2'
const NO_LICENSE = '请选择营业执照'

type View = 'apply' | 'state'

export function ProviderApplication() {
  const [view, setView] = useState<View>('apply')
  const [done, setDone] = useState(false)
  return (
    <div className="text-left">
      <Segmented<View>
        className="mb-4 max-md:!flex max-md:!w-full [&>label]:min-h-control [&>label]:text-base max-md:[&>label]:flex-1 md:[&>label]:px-8"
        label="服务商注册"
        options={[
          { value: 'apply', label: '提交申请' },
          { value: 'state', label: '查询进度' },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'state' && <StateForm />}
      <div hidden={view === 'state'}>{done ? <Done /> : <ApplicationForm onDone={() => setDone(true)} />}</div>
    </div>
  )
}

function Done() {
  return (
    <output className="block py-6 text-center text-base text-ink">
      已提交，请等待消防救援机构审核。结果会以短信通知，也可以随时用手机号查询进度。
    </output>
  )
}

function ApplicationForm({ onDone }: { onDone(): void }) {
  const [license, setLicense] = useState<File>()
  const [fileError, setFileError] = useState('')
  const form = useForm(applicationForm, EMPTY, async (fields) => {
    if (!license) throw new CallError(400, NO_LICENSE, { license: NO_LICENSE })
    await applyProvider({ ...fields, license })
    onDone()
  })
  const code = form.fields.creditCode.trim()
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    setFileError('')
    if (file) setLicense(await shrinkPhoto(file))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setFileError(license ? '' : NO_LICENSE)
    form.submit(event)
  }
  const field = ({ name, label, max }: (typeof FIELDS)[number]) => (
    <Field
      key={name}
      label={label}
      required
      error={form.errors[name]}
      hint={name === 'creditCode' && code.length === 18 && !creditCodeFits(code) ? '校验码不符，请核对' : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.bind(name)}
          maxLength={max}
          placeholder={name === 'creditCode' ? '18 位' : undefined}
          autoComplete="off"
        />
      )}
    </Field>
  )
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-x-4 md:grid-cols-2">
        <h2 className={GROUP}>企业信息</h2>
        {FIELDS.slice(0, 2).map(field)}
        <div className="md:col-span-2">{field(FIELDS[2])}</div>
        {FIELDS.slice(3).map(field)}
        <Field
          className="md:col-span-2"
          label="营业执照"
          required
          hint="JPG、PNG 图片或 PDF，不超过 10 MB"
          error={fileError || form.errors['license']}
        >
          {(control) => (
            <FileField
              {...control}
              name="license"
              accept={UPLOAD_ACCEPT}
              file={license}
              onChange={(event) => void take(event)}
            />
          )}
        </Field>
      </div>
      <h2 className={cx(GROUP, 'mt-2')}>联系与验证</h2>
      <div className="grid gap-x-4 md:grid-cols-2">
        <PhoneFields form={form} deliver={sendApplicantCode} />
      </div>
      <p role="alert" className="!-mt-4 min-h-[1.5rem] text-sm text-danger-ink">
        {form.errors['license'] ? '' : form.refusal}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">提交后由消防救援机构审核，结果以短信通知，也可以在“查询进度”中查看。</p>
        <Button type="submit" kind="primary" className="px-8 max-md:min-h-[3rem] max-md:w-full" busy={form.busy}>
          提交申请
        </Button>
      </div>
    </form>
  )
}

function StateForm() {
  const [found, setFound] = useState<readonly ApplicationState[]>()
  const form = useForm(phoneForm, { phone: '', checkCode: '' }, async (input) =>
    setFound(await readApplications(input)),
  )
  if (found?.length === 0) return <Empty title="该手机号没有提交过申请" />
  if (found)
    return (
      <ul className="space-y-4">
        {found.map((one) => (
          <li key={one.creditCode} className="rounded border border-line p-4">
            <Details
              rows={[
                ['企业名称', one.name],
                ['信用代码', one.creditCode],
                ['提交时间', formatTime(one.applyTime)],
                [
                  '审核状态',
                  <Badge key="status" tone={providerReview.tone(one.status)}>
                    {providerReview.label(one.status)}
                  </Badge>,
                ],
                ...(one.reason ? [['驳回原因', one.reason] as const] : []),
                ...(one.account ? [['登录账号', one.account] as const] : []),
              ]}
            />
            {one.account && (
              <p className="mt-3 text-sm text-ink-soft">
                点击“已有账号，去登录”，用手机号登录；密码用“忘记密码”设置，查看密钥时须输入。
              </p>
            )}
            {one.status === 3 && <p className="mt-3 text-sm text-ink-soft">修改后可以重新提交申请。</p>}
          </li>
        ))}
      </ul>
    )
  return (
    <form onSubmit={form.submit} noValidate className="mx-auto max-w-sm space-y-1">
      <PhoneFields form={form} deliver={sendApplicantCode} />
      <p role="alert" className="!-mt-4 min-h-[1.5rem] text-sm text-danger-ink">
        {form.refusal}
      </p>
      <Button type="submit" kind="primary" block busy={form.busy}>
        查询
      </Button>
    </form>
  )
}
