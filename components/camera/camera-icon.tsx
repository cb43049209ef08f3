'use client'

const PATHS = {
  smaller: 'M6 12h12',
  larger: 'M6 12h12M12 6v12',
  'turn-left': 'M5 5v5h5M5.5 10a7.5 7.5 0 1 1-.6 5',
  'turn-right': 'M19 5v5h-5M18.5 10a7.5 7.5 0 1 0 .6 5',
  mirror: 'M12 3v18M9 7 4 17h5zM15 7l5 10h-5z',
  remove: 'M5 7h14M9.5 7V4.500h5V7M7 7l1 13h8l1-13',
  left: 'M19 12H5M11 6l-6 6 6 6',
  right: 'M5 12h14M13 6l6 6-6 6',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  library: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.500h.01',
  swap: 'M4 9h13l-3-3M20 15H7l3 3',
  again: 'M4 8h3.500L9 5.500h6L16.5 8H20v11H4zM12 16.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  back: 'M15 5l-7 7 7 7',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
} as const

export type CameraIconName = keyof typeof PATHS

/** Decorative line icon for the camera's buttons. */
export function CameraIcon({ name }: { name: CameraIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
