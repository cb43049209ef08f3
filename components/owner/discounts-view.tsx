import { SelectField, TextField } from '#components/ui/field.tsx'
import { FactList } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Price } from '#components/price/price.tsx'
import type { WebConfig } from '#lib/account/session.ts'
import {
  codeStateText,
  type DiscountCode,
  MOST_PERCENT,
  MOST_USES,
} from '#lib/discount/discount.ts'
import type { CodeReport, ListedCode } from '#lib/owner/discount-codes.ts'
import { discountPath, OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import { type OwnerAction, Panel } from './owner-form.tsx'
import shared from './owner.module.css'
import { ProvenForm, type Reauthentication } from './proof.tsx'
import styles from './sales.module.css'
import { formatPrice } from '#lib/price/format-price.ts'

type Proven = { readonly config: WebConfig; readonly proof: Reauthentication }

/** A product or a creator that a code can be for. */
export type CodeTarget = { readonly id: string; readonly title: string }

function giftText({ gives, value }: DiscountCode): string {
  if (gives === 'free-delivery') return '免運費'
  return gives === 'percent' ? `折 ${value}%` : `折 ${formatPrice(value)}`
}

function daysText({ starts, ends }: DiscountCode): string {
  if (starts === undefined && ends === undefined) return '不限期'
  return `${starts === undefined ? '即日' : formatDay(starts)} 到 ${ends === undefined ? '不限' : formatDay(ends)}`
}

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

function MakeCode({
  products,
  creators,
  make,
  ...proven
}: Proven & {
  products: readonly CodeTarget[]
  creators: readonly CodeTarget[]
  make: OwnerAction
}) {
  return (
    <ProvenForm
      {...proven}
      action={make}
      submit="建立折扣碼"
      done="已建立，現在就能用。"
      variant="primary"
    >
      <TextField
        id="code-name"
        name="id"
        label="折扣碼"
        hint="4 到 20 個英文字母或數字，大小寫不分；越不好猜越好。建立後不能改。"
        autoComplete="off"
        maxLength={40}
      />
      <SelectField id="code-gives" name="gives" label="給什麼">
        <option value="amount">折金額（元）</option>
        <option value="percent">折百分比（%）</option>
        <option value="free-delivery">免運費</option>
      </SelectField>
      <TextField
        id="code-value"
        name="value"
        label="折多少"
        optional
        hint={`金額最多 20,000 元，百分比最多 ${MOST_PERCENT}%；免運費不用填。`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      <TextField
        id="code-from"
        name="from"
        label="適用的商品滿多少元才能用"
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      <TextField id="code-starts" name="starts" label="從哪一天" optional type="date" />
      <TextField id="code-ends" name="ends" label="到哪一天（含）" optional type="date" />
      <TextField
        id="code-most"
        name="mostUses"
        label="總共可以用幾次"
        hint={`最多 ${MOST_USES} 次。沒付款就結束的訂單會把次數還回來。`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue="100"
        maxLength={12}
      />
      <TextField
        id="code-each"
        name="mostPerMember"
        label="每位會員可以用幾次"
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

function Codes({ codes, now }: { codes: readonly ListedCode[]; now: Date }) {
  if (codes.length === 0) return <p className={shared.empty}>還沒有折扣碼。</p>
  return (
    <table className={styles.table}>
      <caption>所有的折扣碼</caption>
      <thead>
        <tr>
          <th scope="col">折扣碼</th>
          <th scope="col">內容</th>
          <th scope="col">用了</th>
          <th scope="col">狀態</th>
        </tr>
      </thead>
      <tbody>
        {codes.map(({ code, uses }) => (
          <tr key={code.code}>
            <th scope="row">
              <Link href={discountPath(code.code)}>{code.code}</Link>
            </th>
            <td>{giftText(code)}</td>
            <td className="figures">
              {uses}／{code.mostUses}
            </td>
            <td>{codeStateText(code, uses, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Every discount code, and the form that makes one. */
export function DiscountsView(
  props: Parameters<typeof MakeCode>[0] & { codes: readonly ListedCode[]; now: Date },
) {
  const { codes, now, ...form } = props
  return (
    <>
      <Codes codes={codes} now={now} />
      <div className={shared.panels}>
        <Panel title="建立新的折扣碼">
          <MakeCode {...form} />
        </Panel>
      </div>
    </>
  )
}

/** One code: its terms, what it brought, by creator, and the switch that pauses it. */
export function DiscountReport({
  report,
  link,
  creators,
  products,
  pause,
  now,
  ...proven
}: Proven & {
  report: CodeReport
  now: Date
  /** The shop's address that brings the code along. */
  link: string
  creators: readonly CodeTarget[]
  products: readonly CodeTarget[]
  pause: OwnerAction
}) {
  const { code, uses } = report
  const titleOf = (all: readonly CodeTarget[], id: string) =>
    all.find((one) => one.id === id)?.title ?? id
  const targets = [
    ...code.products.map((id) => titleOf(products, id)),
    ...code.creators.map((id) => `${titleOf(creators, id)}的商品`),
  ]
  return (
    <>
      <FactList
        className={shared.facts}
        facts={[
          ['狀態', codeStateText(code, uses, now)],
          ['內容', giftText(code)],
          ['門檻', code.from === 0 ? '無' : `適用的商品滿 ${formatPrice(code.from)}`],
          ['期間', daysText(code)],
          ['適用', targets.length === 0 ? '全部商品' : targets.join('、')],
          ['次數', `用了 ${uses} 次，最多 ${code.mostUses} 次，每位會員 ${code.mostPerMember} 次`],
          ['備註', code.note],
          ['建立', `${formatTime(new Date(code.madeAt))}，${code.madeBy}`],
          ['連結', link],
        ]}
      />
      <FactList
        className={shared.facts}
        facts={[
          ['用它的訂單', `${report.orders} 筆，已付款 ${report.paid} 筆`],
          [
            '實收',
            <span key="kept">
              <Price amount={report.kept} />
              （扣掉退款）
            </span>,
          ],
          ['折掉的', <Price key="off" amount={report.off} />],
        ]}
      />
      {report.creators.length === 0 ? null : (
        <table className={styles.table}>
          <caption>已付款的商品，依創作者（折扣後，未扣退款）</caption>
          <thead>
            <tr>
              <th scope="col">創作者</th>
              <th scope="col">件數</th>
              <th scope="col">金額</th>
            </tr>
          </thead>
          <tbody>
            {report.creators.map(({ creator, pieces, paid }) => (
              <tr key={creator}>
                <th scope="row">{creator === '' ? '已下架的商品' : titleOf(creators, creator)}</th>
                <td className="figures">{pieces}</td>
                <td>
                  <Price amount={paid} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={shared.panels}>
        <Panel title={code.isPaused ? '恢復使用' : '暫停使用'}>
          <ProvenForm
            {...proven}
            action={pause}
            submit={code.isPaused ? '恢復' : '暫停'}
            done={code.isPaused ? '已恢復，現在就能用。' : '已暫停；已經下好的訂單不變。'}
            variant={code.isPaused ? 'secondary' : 'danger'}
          >
            <input type="hidden" name="id" value={code.code} />
            <input type="hidden" name="state" value={code.isPaused ? 'on' : 'paused'} />
          </ProvenForm>
        </Panel>
      </div>
      <p>
        <Link href={OWNER_PATHS.discounts}>回到所有的折扣碼</Link>
      </p>
    </>
  )
}
