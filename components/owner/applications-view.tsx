import { Link } from '#components/ui/link.tsx'
import type { Application } from '#lib/join/application.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import styles from './owner.module.css'

/** Number of applications from /join. Renders nothing at zero. */
export function ApplicationsNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p>
      <Link href={OWNER_PATHS.join}>有 {count} 封共創來信</Link>
    </p>
  )
}

/** Applications from /join, newest first, each with a delete button. */
export function ApplicationsView({
  applications,
  remove,
}: {
  applications: readonly Application[]
  remove: OwnerAction
}) {
  if (applications.length === 0) return <p className={styles.soft}>沒有共創來信。</p>
  return applications.map(({ id, name, email, link, words, confirmedAt }) => (
    <section key={id} className={styles.section}>
      <h2>{name}</h2>
      <p className={styles.soft}>
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        {confirmedAt === undefined ? null : `　${formatTime(new Date(confirmedAt))}`}
      </p>
      {link === '' ? null : (
        <p>
          <a href={link} rel="noopener noreferrer nofollow">
            {link}
          </a>
        </p>
      )}
      <p className={styles.typed}>{words}</p>
      <OwnerForm action={remove} submit="刪除這封來信" done="已刪除。">
        <input type="hidden" name="id" value={id} />
      </OwnerForm>
    </section>
  ))
}
