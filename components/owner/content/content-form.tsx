'use client'
import { FocusedNotice } from '#components/owner/form/focused-notice.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import contentFormStyles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import { draftForm } from '#components/ui/form-drafts.ts'
import type { OpenFile } from '#lib/content-editor/content-files.ts'
import { labelOf } from '#lib/content-editor/labels.ts'
import { previewMarkup } from '#lib/content-editor/preview-markup.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { ContentFields } from './content-fields.tsx'
import { EditorScopeContext } from './editor-scope.ts'
import { PictureUpload } from './picture-upload.tsx'
import { type Actions, useContentForm } from './use-content-form.ts'

// The fields that came from another file, until the owner has read them.
function CopiedFields({
  names,
  isConfirmed,
  onConfirm,
}: {
  names: readonly string[]
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}) {
  if (names.length === 0) return null
  return (
    <div className={contentFormStyles.unreadable}>
      <p>
        這些欄位和內文是照另一件商品抄來的：{names.map(labelOf).join('、')}。其他的請自行填寫：
        未填寫的規格、尺寸表、圖樣、標籤與照片，系統不會代填。
      </p>
      <label className={contentFormStyles.pick} htmlFor="copied">
        <input
          id="copied"
          type="checkbox"
          checked={isConfirmed}
          onChange={({ target }) => onConfirm(target.checked)}
        />
        已逐項確認，與這件商品相同
      </label>
    </div>
  )
}

const MAIL = /^mails\//
const TRADE = 'info/trade.md'

/** Edits a content file: fields, text, preview, and a save that can be undone. */
export function ContentForm({ file, ...actions }: Actions & { file: OpenFile }) {
  const form = useContentForm(file, actions)
  const { values, body, problems, html, busy } = form
  const scope = {
    path: file.path,
    errors: problems?.fields ?? {},
    pictures: form.pictures,
    addPicture: form.addPicture,
    shown: form.shown,
  }
  return (
    <EditorScopeContext value={scope}>
      <form
        ref={draftForm}
        className={contentFormStyles.wide}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        {form.conflicts ? (
          <ConflictPanel conflicts={form.conflicts} onMerge={form.merge} />
        ) : (
          <ErrorSummary problems={problems} />
        )}
        {html === null ? null : (
          <FocusedNotice kind="info" title="沒有錯誤。內文會是這樣：">
            <div className="prose" dangerouslySetInnerHTML={previewMarkup(html, form.shown)} />
          </FocusedNotice>
        )}
        <CopiedFields
          names={file.copiedFields}
          isConfirmed={form.isConfirmed}
          onConfirm={form.setConfirmed}
        />
        <ContentFields
          id="field"
          fields={file.fields}
          values={values}
          onChange={form.changeValues}
        />
        {/* Of the trade only its fields are read. */}
        {file.path === TRADE ? null : (
          <TextAreaField
            id="body"
            label="內文（Markdown）"
            rows={20}
            value={body}
            maxLength={50_000}
            error={problems?.fields?.body}
            onChange={({ target }) => form.changeBody(() => target.value)}
          />
        )}
        {/* A mail shows no pictures. */}
        {file.path === TRADE || MAIL.test(file.path) ? null : (
          <PictureUpload
            id="body"
            label="上傳照片，放在內文最後"
            onDone={(src) => form.changeBody((text) => `${text.trimEnd()}\n\n![](${src})\n`)}
          />
        )}
        <div className={contentFormStyles.bulk}>
          <Button pending={busy === 'preview'} onClick={() => void form.look()}>
            {busy === 'preview' ? '檢查中…' : '檢查並預覽'}
          </Button>
          <Button pending={busy === 'hold'} onClick={() => void form.hold()}>
            {busy === 'hold' ? '處理中…' : '先暫存，稍後一起儲存'}
          </Button>
          <Button type="submit" variant="primary" pending={busy === 'save'}>
            {busy === 'save' ? '儲存中…' : '儲存'}
          </Button>
        </div>
      </form>
      {file.canRemove ? (
        <Panel title="刪除這個檔案">
          <p>刪除後，網站就沒有這一頁；請先修改連到它的地方。可以在「內容」復原。</p>
          <Button variant="danger" pending={busy === 'remove'} onClick={() => void form.remove()}>
            {busy === 'remove' ? '刪除中…' : `刪除${file.heading}`}
          </Button>
        </Panel>
      ) : null}
    </EditorScopeContext>
  )
}
