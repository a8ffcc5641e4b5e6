import type { Form } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { RefreshIcon } from '#app/ui/icon.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { Picture } from './use-picture.ts'

type PictureForm = Pick<Form<{ photographCode: string }>, 'errors' | 'bind'>

export function PictureField({ label, form, picture }: { label: string; form: PictureForm; picture: Picture }) {
  return (
    <Field label={label} required error={form.errors['photographCode']}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            {...form.bind('photographCode')}
            className="min-w-0 flex-1"
            autoComplete="off"
            autoCapitalize="off"
            maxLength={8}
          />
          <PictureCode picture={picture} />
        </div>
      )}
    </Field>
  )
}

function PictureCode({ picture }: { picture: Picture }) {
  return (
    <button type="button" onClick={picture.refresh} aria-label="看不清？换一张验证码图片" className="picture-code">
      {picture.image ? (
        <>
          <img src={picture.image} alt="图形验证码" width={120} height={44} />
          <RefreshIcon className="w-control text-base" />
        </>
      ) : (
        <>
          <RefreshIcon className="mr-1" />
          {/* Both texts have the same width, so the layout does not shift. */}
          {picture.failure ? '点击重试' : '正在加载'}
        </>
      )}
    </button>
  )
}
