'use client'
import { useState } from 'react'

import { buttonClass } from '#components/ui/button-class.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import styles from './camera.module.css'
import { PROBLEMS } from './messages.ts'
import { canShareFile, shareFile } from './share-file.ts'

/** A finished picture or clip, and what is said where it is shared. */
export type CameraResult = {
  readonly file: File
  /** Object URL of the file. */
  readonly url: string
  readonly kind: 'picture' | 'clip'
  readonly title: string
  readonly text: string
}

/** Shows what was made, to share or to download. */
export function Result({
  finished,
  say,
  onClose,
}: {
  finished: CameraResult
  say: (text: string) => void
  onClose: () => void
}) {
  const { file, url, kind, title, text } = finished
  const [isFailed, setFailed] = useState(false)
  const isShared = canShareFile(file)
  const share = async () => setFailed(!(await shareFile(file, title, text)))
  return (
    <Dialog title={kind === 'picture' ? '你的另一半完成了' : '影片完成了'} onClose={onClose}>
      {kind === 'picture' ? (
        <picture>
          <img className={styles.finished} src={url} alt={`${title}：你完成的照片`} />
        </picture>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- It has music at most, and no words.
        <video
          className={styles.finished}
          src={url}
          controls
          loop
          playsInline
          aria-label={`${title}：你完成的影片`}
        />
      )}
      <div className={styles.ways}>
        {isShared ? (
          <Button variant="primary" onClick={() => void share()}>
            分享
          </Button>
        ) : null}
        <a
          className={buttonClass(isShared ? 'secondary' : 'primary')}
          href={url}
          download={file.name}
          onClick={() => say('開始下載')}
        >
          下載
        </a>
        <Button onClick={onClose}>繼續調整</Button>
      </div>
      <output className={styles.quiet}>
        {isFailed
          ? PROBLEMS['not-shared']
          : `檔案只在你的裝置裡，按了分享才會離開。${kind === 'picture' ? '也可以長按圖片儲存。' : ''}`}
      </output>
    </Dialog>
  )
}
