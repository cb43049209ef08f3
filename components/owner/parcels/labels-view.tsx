import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { CarrierForm } from '#lib/parcel/carrier.ts'
import { slipsPath } from '#lib/routes/owner-paths.ts'

/** The way to the carrier's own page of labels, one for each chain; it opens in this tab. */
export function LabelsView({
  forms,
  refused,
  orders,
}: {
  forms: readonly (CarrierForm & { readonly chain: string; readonly count: number })[]
  refused: readonly string[]
  /** The ids of the orders. */
  orders: readonly string[]
}) {
  return (
    <>
      <p className={styles.soft}>標籤由綠界產生，按下後在這個分頁打開，再用瀏覽器列印。</p>
      {forms.map(({ chain, count, action, fields }) => (
        <form key={chain} method="post" action={action} className={styles.form}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" variant="primary">
            {`列印 ${chain} 標籤 ${count} 張`}
          </Button>
        </form>
      ))}
      {forms.length === 0 ? (
        <p>沒有可以列印的標籤。</p>
      ) : (
        <p>
          <Link href={slipsPath(orders)} prefetch={false}>
            這些訂單的出貨單
          </Link>
        </p>
      )}
      {refused.length === 0 ? null : (
        <p className={styles.unreadable} role="alert">
          這些訂單沒有標籤（尚未建立寄件、已交寄，或目前無法出貨）：{refused.join('、')}
        </p>
      )}
    </>
  )
}
