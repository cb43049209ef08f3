'use client'

import { textOfFile } from '#components/owner/form/text-of-file.ts'
import styles from '#components/owner/owner.module.css'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { readPastedParcels } from '#lib/owner/pasted-parcels.ts'

/** The list of parcels as a file or as text, and how many lines are understood. */
export function ParcelListFields({
  text,
  change,
}: {
  text: string
  change: (text: string) => void
}) {
  const { parcels, unclear } = readPastedParcels(text, '-')
  const rest = unclear.length === 0 ? '' : `，${unclear.length} 行看不懂`
  return (
    <>
      <TextField
        id="file"
        type="file"
        label="選檔案（CSV 或文字檔）"
        optional
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void textOfFile(file).then(change)
        }}
      />
      <TextAreaField
        id="text"
        label="訂單編號與追蹤編號"
        hint="可直接貼上黑貓、7-11、全家、郵局、新竹的檔案，欄位會自動對應；或每行一筆：訂單編號、追蹤編號，中間可以加物流公司。"
        rows={10}
        value={text}
        onChange={({ target }) => change(target.value)}
        maxLength={30_000}
        spellCheck={false}
      />
      <output className={styles.soft}>
        {text.trim() === '' ? '' : `讀到 ${parcels.length} 筆${rest}。`}
      </output>
    </>
  )
}
