import { confirmApplicationAction } from '#app/join/actions.ts'
import { ConfirmForm } from '#components/join/confirm-form.tsx'
import styles from '#components/join/join.module.css'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

const TITLE = '確認您的來信'
const TEXT = '按下之後，你寫的內容就會送到我們手上。'

export const metadata = unlistedMetadata(TITLE, TEXT)

export default function ConfirmRoute() {
  return (
    <div className="page">
      <PageHead title={TITLE} text={TEXT} />
      <div className={styles.narrow}>
        <ConfirmForm confirm={confirmApplicationAction} />
      </div>
    </div>
  )
}
