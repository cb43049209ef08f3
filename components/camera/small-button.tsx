'use client'

import { CameraIcon, type CameraIconName } from './camera-icon.tsx'
import styles from './camera.module.css'

export function SmallButton({
  icon,
  label,
  onClick,
}: {
  icon: CameraIconName
  label: string
  onClick: () => void
}) {
  return (
    <button type="button" className={styles.small} onClick={onClick}>
      <CameraIcon name={icon} />
      {label}
    </button>
  )
}
