import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { Panel } from '#components/owner/form/panel.tsx'
import shared from '#components/owner/owner.module.css'
import type { ProofConfig } from '#components/owner/proof/proof-config.ts'
import { ProvenForm } from '#components/owner/proof/proven-form.tsx'
import styles from '#components/owner/sales/sales.module.css'
import { Price } from '#components/price/price.tsx'
import { FactList } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { codeStateText, type DiscountCode } from '#lib/discount/discount.ts'
import type { CodeReport } from '#lib/owner/code-report.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import type { CodeTarget } from './code-target.ts'
import { giftText } from './gift-text.ts'

function daysText({ starts, ends }: DiscountCode): string {
  if (starts === undefined && ends === undefined) return '不限期'
  return `${starts === undefined ? '即日' : formatDay(starts)} 到 ${ends === undefined ? '不限' : formatDay(ends)}`
}

const titleOf = (targets: readonly CodeTarget[], id: string) =>
  targets.find((target) => target.id === id)?.title ?? id

/** One code: its terms, what it brought, by creator, and the switch that pauses it. */
export function DiscountReport({
  report,
  link,
  creators,
  products,
  pause,
  now,
  ...proven
}: ProofConfig & {
  report: CodeReport
  now: Date
  /** The shop's address that brings the code along. */
  link: string
  creators: readonly CodeTarget[]
  products: readonly CodeTarget[]
  pause: OwnerAction
}) {
  const { code, uses } = report
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
          ['使用的訂單', `${report.orders} 筆，已付款 ${report.paid} 筆`],
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
            {report.creators.map(({ creator, units, paid }) => (
              <tr key={creator}>
                <th scope="row">{creator === '' ? '已下架的商品' : titleOf(creators, creator)}</th>
                <td className="figures">{units}</td>
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
            done={code.isPaused ? '已恢復，現在可以使用。' : '已暫停；已成立的訂單不變。'}
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
