import { Panel } from '#components/owner/form/panel.tsx'
import shared from '#components/owner/owner.module.css'
import styles from '#components/owner/sales/sales.module.css'
import { Link } from '#components/ui/link.tsx'
import { codeStateText } from '#lib/discount/discount.ts'
import type { ListedCode } from '#lib/owner/list-codes.ts'
import { discountPath } from '#lib/routes/owner-paths.ts'
import { CreateDiscount } from './create-discount.tsx'
import { giftText } from './gift-text.ts'

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
  props: Parameters<typeof CreateDiscount>[0] & { codes: readonly ListedCode[]; now: Date },
) {
  const { codes, now, ...form } = props
  return (
    <>
      <Codes codes={codes} now={now} />
      <div className={shared.panels}>
        <Panel title="建立新的折扣碼">
          <CreateDiscount {...form} />
        </Panel>
      </div>
    </>
  )
}
