'use client'

import { CameraIcon } from './camera-icon.tsx'

/** The way to the photo library. */
export function LibraryButton({
  label,
  className,
  isReady = true,
  onChoose,
}: {
  label: string
  className: string | undefined
  isReady?: boolean
  onChoose: (file: File) => void
}) {
  return (
    <label className={className}>
      <CameraIcon name="library" />
      {label}
      {isReady ? (
        <input
          type="file"
          accept="image/*"
          className="visually-hidden"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) onChoose(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      ) : null}
    </label>
  )
}
