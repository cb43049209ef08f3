import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { AlertLinkForm } from '#components/stock-alert/alert-link-form.tsx'
import styles from '#components/stock-alert/stock-alert.module.css'
import { PageHead } from '#components/ui/page-head.tsx'
import { cancelStockAlertAction, confirmStockAlertAction } from './actions.ts'

const TITLE = '到貨通知'
const TEXT = '確認之後，您等的尺寸到貨時，我們會寄一封信給您。'

export const metadata = unlistedMetadata(TITLE, TEXT)

export default function BackInStockRoute() {
  return (
    <div className="page">
      <PageHead title={TITLE} text={TEXT} />
      <div className={styles.narrow}>
        <AlertLinkForm confirm={confirmStockAlertAction} cancel={cancelStockAlertAction} />
      </div>
    </div>
  )
}
