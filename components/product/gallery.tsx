'use client'

import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

import styles from './gallery.module.css'
import type { LargePicture } from './large-view.tsx'

const LargeView = lazy(() => import('./large-view.tsx'))

// What the large view shows is what the page already holds; nothing is sent twice.
function picturesIn(track: HTMLElement | null): LargePicture[] {
  const images = track?.querySelectorAll('img') ?? []
  return [...images].map(({ src, srcset, alt }) => ({ src, srcSet: srcset, alt }))
}

/** Which slide of a sideways scrolling track is in view, and a way to another. */
function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const list = track.current
    if (!list) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting)
        if (seen) setCurrent([...list.children].indexOf(seen.target))
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [])
  function show(index: number): void {
    const list = track.current
    const wanted = Math.min(count - 1, Math.max(0, index))
    list?.scrollTo({ left: wanted * list.clientWidth })
  }
  return { track, current, show }
}

function Thumbs({
  thumbs,
  current,
  onShow,
}: {
  thumbs: ReactNode[]
  current: number
  onShow: (index: number) => void
}) {
  return (
    <ul className={`plain-list ${styles.thumbs}`}>
      {thumbs.map((thumb, index) => (
        <li key={index}>
          <a
            className={styles.thumb}
            href={`#picture-${index + 1}`}
            aria-label={`第 ${index + 1} 張圖片`}
            aria-current={index === current || undefined}
            onClick={(event) => {
              event.preventDefault()
              onShow(index)
            }}
          >
            {thumb}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A product's pictures: swipe, thumbnails, arrow keys, and a large view. Works as plain links and scrolling without script. */
export function Gallery({ slides, thumbs }: { slides: ReactNode[]; thumbs: ReactNode[] }) {
  const { track, current, show } = useSlides(slides.length)
  const [large, setLarge] = useState<LargePicture[] | undefined>(undefined)

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || large) return
    event.preventDefault()
    show(current + step)
  }

  return (
    <section className={styles.gallery} aria-label="商品圖片">
      <div className={styles.stage}>
        <ul className={`plain-list ${styles.track}`} ref={track}>
          {slides.map((slide, index) => (
            <li className={styles.slide} key={index} id={`picture-${index + 1}`}>
              <button
                type="button"
                className={styles.enlarge}
                onKeyDown={onKeyDown}
                onClick={() => {
                  show(index)
                  setLarge(picturesIn(track.current))
                }}
              >
                <span className="visually-hidden">放大：</span>
                {slide}
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.count} aria-hidden="true">
          {current + 1} / {slides.length}
        </p>
      </div>
      <Thumbs thumbs={thumbs} current={current} onShow={show} />
      {large ? (
        <Suspense>
          <LargeView
            pictures={large}
            index={current}
            onMove={show}
            onClose={() => setLarge(undefined)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
