'use client'

import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { contentFilePath } from '#lib/routes/owner-paths.ts'
import { removeDrafts, useDrafts } from './draft-storage.ts'

/** The files that wait in this browser, and the press that saves all of them as one. */
export function DraftsPanel({ save }: { save: OwnerAction }) {
  const entries = useDrafts()
  if (entries.length === 0) return null
  const files = entries.map(({ heading: _heading, ...file }) => file)
  return (
    <section className={styles.section}>
      <h2>已暫存、尚未儲存的檔案</h2>
      <p className={styles.soft}>只暫存在這個瀏覽器。一起儲存只算一次變更，主機也只部署一次。</p>
      <ul className={styles.plain}>
        {entries.map(({ path, heading, blob }) => (
          <li key={path}>
            <a href={contentFilePath(path, blob)}>{heading}</a>{' '}
            <Button onClick={() => removeDrafts([path])}>移除 {heading}</Button>
          </li>
        ))}
      </ul>
      <OwnerForm
        action={async (fields) => {
          const answer = await save(fields)
          if (answer.ok) removeDrafts(entries.map(({ path }) => path))
          return answer
        }}
        submit={`一起儲存 ${entries.length} 個檔案`}
        done="已一起儲存。主機部署一次，即全部上線。"
        variant="primary"
      >
        <input type="hidden" name="files" value={JSON.stringify(files)} />
      </OwnerForm>
    </section>
  )
}
