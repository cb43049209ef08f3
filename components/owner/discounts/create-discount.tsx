import { DateField } from '#components/owner/form/date-field.tsx'
import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import shared from '#components/owner/owner.module.css'
import type { ProofConfig } from '#components/owner/proof/proof-config.ts'
import { ProvenForm } from '#components/owner/proof/proven-form.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { MOST_PERCENT, MOST_USES } from '#lib/discount/discount.ts'
import type { CodeTarget } from './code-target.ts'

function Targets({
  legend,
  kind,
  all,
}: {
  legend: string
  kind: string
  all: readonly CodeTarget[]
}) {
  return (
    <fieldset className={shared.targets}>
      <legend>{legend}</legend>
      {all.map(({ id, title }) => (
        <label key={id} className={shared.pick}>
          <input type="checkbox" name={`${kind}-${id}`} value="yes" />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

export function CreateDiscount({
  products,
  creators,
  make,
  ...proven
}: ProofConfig & {
  products: readonly CodeTarget[]
  creators: readonly CodeTarget[]
  make: OwnerAction
}) {
  return (
    <ProvenForm
      {...proven}
      action={make}
      submit="建立折扣碼"
      done="已建立，現在可以使用。"
      variant="primary"
    >
      <TextField
        id="code-name"
        name="id"
        label="折扣碼"
        hint="4 到 20 個英文字母或數字，大小寫不分；越難猜越好。建立後無法修改。"
        autoComplete="off"
        maxLength={40}
      />
      <SelectField id="code-gives" name="gives" label="折扣方式">
        <option value="amount">折金額（元）</option>
        <option value="percent">折百分比（%）</option>
        <option value="free-delivery">免運費</option>
      </SelectField>
      <TextField
        id="code-value"
        name="value"
        label="折多少"
        hint={`折金額與折百分比必填：金額最多 20,000 元，百分比最多 ${MOST_PERCENT}%。免運費無須填寫。`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      <TextField
        id="code-from"
        name="from"
        label="適用商品的最低金額"
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      <DateField id="code-starts" name="starts" label="開始日" optional />
      <DateField id="code-ends" name="ends" label="結束日（含當天）" optional />
      <TextField
        id="code-most"
        name="mostUses"
        label="總次數上限"
        hint={`最多 ${MOST_USES} 次。未付款即結束的訂單，次數會還回來。`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue="100"
        maxLength={12}
      />
      <TextField
        id="code-each"
        name="mostPerMember"
        label="每位會員的次數上限"
        inputMode="numeric"
        autoComplete="off"
        defaultValue="1"
        maxLength={12}
      />
      <Targets legend="只限這些商品（都不選就是全部）" kind="product" all={products} />
      <Targets legend="只限這些創作者的商品" kind="creator" all={creators} />
      <TextField
        id="code-note"
        name="note"
        label="備註"
        optional
        hint="給誰、發在哪裡；只有店主看得到。"
        autoComplete="off"
        maxLength={200}
      />
    </ProvenForm>
  )
}
