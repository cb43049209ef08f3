'use client'

import { useRef, useState } from 'react'

import styles from './sound-player.module.css'

const SHAPES = { play: 'M8 5l11 7-11 7z', pause: 'M8 5v14M16 5v14' } as const

const FAILED = '聲音無法載入，請檢查網路後再試一次。'

/** Seconds as a clock shows them, such as 0:05. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

// One sound at a time.
function pauseOthers(sound: HTMLAudioElement): void {
  for (const other of document.querySelectorAll('audio')) if (other !== sound) other.pause()
}

/** A sound with its button, its place and its length. It is loaded when it is first played. */
export function SoundPlayer({ src, name }: { src: string; name: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [place, setPlace] = useState(0)
  const [length, setLength] = useState<number>()

  function toggle(): void {
    const sound = audio.current
    if (!sound) return
    if (!sound.paused) {
      sound.pause()
      return
    }
    setFailed(false)
    // What failed before is fetched again.
    if (sound.error) sound.load()
    sound.play().catch(() => setFailed(sound.error !== null))
  }

  const shown = length === undefined ? '' : `${clock(place)} / ${clock(length)}`
  return (
    <div className={styles.player}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words */}
      <audio
        ref={audio}
        preload="none"
        src={src}
        onPlay={({ currentTarget }) => {
          pauseOthers(currentTarget)
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onDurationChange={({ currentTarget }) => setLength(currentTarget.duration)}
        onTimeUpdate={({ currentTarget }) => setPlace(currentTarget.currentTime)}
        onError={() => setFailed(true)}
      />
      <button type="button" className={styles.toggle} onClick={toggle}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPlaying ? SHAPES.pause : SHAPES.play} />
        </svg>
        <span className="visually-hidden">{`${isPlaying ? '暫停' : '播放'}：${name}`}</span>
      </button>
      <span className={styles.name}>{name}</span>
      <input
        type="range"
        className={styles.place}
        aria-label={`${name}的播放位置`}
        aria-valuetext={length === undefined ? undefined : `${clock(place)}，共 ${clock(length)}`}
        min={0}
        max={length ?? 1}
        step={1}
        value={place}
        disabled={length === undefined}
        onChange={({ currentTarget }) => {
          if (audio.current) audio.current.currentTime = currentTarget.valueAsNumber
          setPlace(currentTarget.valueAsNumber)
        }}
      />
      <span className={`figures ${styles.time}`} aria-hidden="true">
        {shown}
      </span>
      <output className={styles.problem}>{hasFailed ? FAILED : ''}</output>
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words */}
        <audio controls preload="none" src={src} aria-label={name} />
      </noscript>
    </div>
  )
}
