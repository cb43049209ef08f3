'use client'
import { buttonClass } from '#components/ui/button-class.ts'
import { Button } from '#components/ui/button.tsx'
import styles from './camera.module.css'
import { LibraryButton } from './library-button.tsx'

/** The first choice: the camera or a photo. */
export function Start({
  hint,
  isReady,
  isOpening,
  onOpen,
  onChoose,
}: {
  hint: string
  /** Whether the page's scripts have come. */
  isReady: boolean
  isOpening: boolean
  onOpen: () => void
  onChoose: (file: File) => void
}) {
  return (
    <div className={styles.start}>
      <p className={styles.hint}>{hint}</p>
      <Button variant="primary" fullWidth pending={isOpening || !isReady} onClick={onOpen}>
        {isOpening ? '正在打開相機…' : isReady ? '打開相機' : '正在準備相機…'}
      </Button>
      <LibraryButton
        label="從相簿選照片"
        className={buttonClass('secondary', true)}
        isReady={isReady}
        onChoose={onChoose}
      />
      <p className={styles.quiet}>照片與影片都留在你的裝置裡，不會上傳，也不用登入。</p>
    </div>
  )
}
