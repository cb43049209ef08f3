import { FocusedNotice } from '#components/owner/form/focused-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { labelOf } from '#lib/content-editor/labels.ts'
import styles from './content.module.css'
import type { Conflict } from './edit-conflict.ts'

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : value === undefined
      ? '（空白）'
      : JSON.stringify(value, undefined, 1)

/** What another editor saved meanwhile beside what is typed here, and the way on that keeps both. */
export function ConflictPanel({
  conflicts,
  onMerge,
}: {
  conflicts: readonly Conflict[]
  onMerge: () => void
}) {
  return (
    <FocusedNotice kind="info" title="其他人先儲存了這個檔案，本次未儲存。">
      <p>
        {conflicts.length === 0
          ? '您改的欄位對方都沒有動。按「合併」，再按「儲存」。'
          : '兩邊都改過的欄位列在下面。按「合併」後，這些欄位留您填的，其他欄位用已儲存的；看過再按「儲存」。'}
      </p>
      {conflicts.map(({ name, theirs, mine }) => (
        <section key={name} className={styles.conflict}>
          <h2>{name === 'body' ? '內文' : labelOf(name)}</h2>
          <div>
            <p>已儲存的</p>
            <pre>{text(theirs)}</pre>
          </div>
          <div>
            <p>您填的</p>
            <pre>{text(mine)}</pre>
          </div>
        </section>
      ))}
      <div>
        <Button onClick={onMerge}>合併</Button>
      </div>
    </FocusedNotice>
  )
}
