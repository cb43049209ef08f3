import { HEADER_LABELS } from '#lib/text/header-labels.ts'

/** A label of the header in both languages; the stylesheet shows the one that the page is set to, so the words need no script. */
export function HeaderLabel({ name }: { name: keyof typeof HEADER_LABELS }) {
  const label = HEADER_LABELS[name]
  return (
    <>
      <span lang="zh-Hant" className="label-zh">
        {label['zh-Hant']}
      </span>
      <span lang="ja" className="label-ja">
        {label.ja}
      </span>
    </>
  )
}
