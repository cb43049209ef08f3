'use client'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/site/paths.ts'
import { CONTACT_EMAIL } from '#lib/site/site.ts'

import { FailureReference } from './failure-reference.tsx'
import styles from './missing-page.module.css'

/** What stands where something went wrong: nothing is lost, try again; `reference` is what support can find it by. */
export function ErrorState({
  reference,
  onRetry,
}: {
  reference: string | undefined
  onRetry: () => void
}) {
  return (
    <div className={`page ${styles.missing}`}>
      <h1>這一頁暫時打不開</h1>
      <p className={styles.text}>
        問題出在我們這邊，購物車的內容還在。請再試一次；若還是不行，請寫信到{' '}
        <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>。
      </p>
      <FailureReference code={reference} />
      <div className={styles.ways}>
        <Button look="primary" onClick={onRetry}>
          再試一次
        </Button>
        <ButtonLink href={PATHS.home} prefetch={false}>
          回到首頁
        </ButtonLink>
      </div>
    </div>
  )
}
