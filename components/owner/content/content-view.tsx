import type { ReactNode } from 'react'

import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { ListedFile } from '#lib/content-editor/content-files.ts'
import type { ContentKind } from '#lib/content-editor/content-kind.ts'
import { KIND_TITLES } from '#lib/content-editor/labels.ts'
import type { Save } from '#lib/content-editor/repository.ts'
import { contentFilePath, OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { DraftsPanel } from './drafts-panel.tsx'

/** The files that can be edited, by kind, and the last saves. */
export type Content = {
  readonly kinds: readonly { readonly kind: ContentKind; readonly files: readonly ListedFile[] }[]
  readonly history: readonly Save[]
}

// A new product or article starts as a copy of the newest one.
const NEW: Partial<Record<ContentKind, string>> = {
  products: '檔名（例如 otr-002）',
  offers: '檔名（例如 two-shirts）',
  blog: '檔名（例如 2027-01-15-new-story）',
  creators: '檔名（例如 lin）',
  info: '檔名（例如 gift）',
  garments: '檔名（商品編號，例如 otr-002）',
}

const NAME_HINT = '用小寫英文、數字與 -。'

function NewFile({ kind, files }: { kind: ContentKind; files: readonly ListedFile[] }) {
  const label = NEW[kind]
  if (label === undefined) return null
  return (
    <Panel title={`新增${KIND_TITLES[kind]}`}>
      <form action={OWNER_PATHS.contentFile} className={styles.form}>
        <input type="hidden" name="kind" value={kind} />
        {/* Another offer on the same goods and days would be refused. */}
        <input
          type="hidden"
          name="like"
          value={kind === 'offers' ? '' : (files.at(-1)?.path ?? '')}
        />
        <TextField
          id={`new-${kind}`}
          name="name"
          label={label}
          hint={kind === 'offers' ? NAME_HINT : `${NAME_HINT}欄位先照最近的一個填好。`}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={80}
          required
        />
        <Button type="submit">開始</Button>
      </form>
    </Panel>
  )
}

function SaveEntry({ save, undo }: { save: Save; undo: OwnerAction }) {
  return (
    <li>
      {save.message}
      <span className={styles.soft}>
        　{formatTime(new Date(save.at))}・{save.author}
      </span>
      <OwnerForm action={undo} submit={`復原：${save.message}`} done="已復原。">
        <input type="hidden" name="id" value={save.id} />
      </OwnerForm>
    </li>
  )
}

const TRADE = 'info/trade.md'

function Files({ files }: { files: readonly ListedFile[] }) {
  if (files.length === 0) return <p className={styles.soft}>還沒有。</p>
  return (
    <ul className={styles.files}>
      {files.map(({ path, title }) => (
        <li key={path}>
          <a href={contentFilePath(path)}>
            {title} <span className={styles.soft}>{path.replace(/^\w+\/|\.md$/g, '')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Words, goods and articles to edit, and the last saves with what takes them back. */
export function ContentView({
  content,
  undo,
  saveDrafts,
  children,
}: {
  content: Content | undefined
  undo: OwnerAction
  saveDrafts: OwnerAction
  /** The form of the prices. */
  children: ReactNode
}) {
  if (!content) {
    return (
      <p>
        尚未設定儲存庫：請工程師設定 CONTENT_REPOSITORY 和
        CONTENT_TOKEN，步驟在店主手冊的「改文字、商品與照片」。
      </p>
    )
  }
  return (
    <>
      <DraftsPanel save={saveDrafts} />
      <section className={styles.section}>
        <h2>價格與優惠價</h2>
        <p className={styles.soft}>
          修改後一起儲存，主機部署後適用新價格；已成立的訂單不變。優惠價要填結束日；開始日空白就是今天。優惠價和兩個日期都清空，就是沒有優惠。
        </p>
        {children}
      </section>
      <section className={styles.section}>
        <h2>店的資料與數字</h2>
        <p>
          <a href={contentFilePath(TRADE)}>運費、件數、公司、聯絡方式與寄件人</a>
        </p>
      </section>
      {content.kinds.map(({ kind, files }) => (
        <section key={kind} className={styles.section}>
          <h2>{KIND_TITLES[kind]}</h2>
          {kind === 'mails' ? (
            <Panel title={`全部 ${files.length} 種信件`}>
              <Files files={files} />
            </Panel>
          ) : (
            <Files files={files.filter(({ path }) => path !== TRADE)} />
          )}
          <NewFile kind={kind} files={files} />
        </section>
      ))}
      <section className={styles.section}>
        <h2>最近的變更</h2>
        {content.history.length === 0 ? (
          <p className={styles.soft}>尚無變更；儲存後會列在這裡，可以復原。</p>
        ) : null}
        <ul className={styles.plain}>
          {content.history.map((save) => (
            <SaveEntry key={save.id} save={save} undo={undo} />
          ))}
        </ul>
      </section>
    </>
  )
}
