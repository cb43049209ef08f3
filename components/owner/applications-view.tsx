import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import type { Application } from '#lib/join/application.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './owner.module.css'

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
