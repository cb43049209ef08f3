import type { Metadata } from 'next'

import { confirmHalfAction, withdrawHalfAction } from '#app/halves/actions.ts'
import { MailedHalf } from '#components/half/mailed-half.tsx'
import styles from '#components/join/join.module.css'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

const TITLE = '您送出的另一半'
const TEXT = '確認是您送的；已經送出的，也可以在這裡收回。'

export const metadata: Metadata = { ...unlistedMetadata(TITLE, TEXT), referrer: 'no-referrer' }

/** The page of the link that the mails about a half carry. */
export default function MailedHalfRoute() {
  return (
    <div className="page">
      <PageHead title={TITLE} text={TEXT} />
      <div className={styles.narrow}>
        <MailedHalf confirm={confirmHalfAction} withdraw={withdrawHalfAction} />
      </div>
    </div>
  )
}
