'use client'
import { useState } from 'react'

import { TextField } from '#components/ui/field.tsx'
import { SizedPicture } from '#components/ui/sized-picture.tsx'
import styles from './content.module.css'
import { useEditorScope } from './editor-scope.ts'
import { type Input, textOf } from './input-values.ts'
import { PictureUpload } from './picture-upload.tsx'

// A picture that the shop does not have yet is not shown.
function Thumbnail({ shown }: { shown: string }) {
  const [isGone, setGone] = useState(false)
  return (
    <div hidden={isGone}>
      <SizedPicture
        className={styles.thumbnail}
        src={shown}
        alt=""
        width={96}
        height={120}
        onError={() => setGone(true)}
      />
    </div>
  )
}

/** The path of a picture, with the picture, and the choice of another that fills in its path. */
export function PictureInput({ id, label, value, isRequired = false, onChange }: Input) {
  const { errors, shown } = useEditorScope()
  const src = textOf(value)
  const address = shown[src] ?? src
  return (
    <div className={styles.picture}>
      {src.startsWith('/images/') ? <Thumbnail key={address} shown={address} /> : null}
      <TextField
        id={id}
        label={label}
        optional={!isRequired}
        maxLength={300}
        value={src}
        error={errors[id]}
        onChange={({ target }) => onChange(() => target.value)}
      />
      <PictureUpload id={id} label="上傳照片" onDone={(to) => onChange(() => to)} />
    </div>
  )
}
