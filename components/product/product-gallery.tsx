import type { Picture } from '#lib/content/pages.ts'
import { pictureSet, pictureUrl } from '#lib/content/pictures.ts'

import { Gallery } from './gallery.tsx'

function Slide({ src, alt, first }: { src: string; alt: string; first: boolean }) {
  return (
    <picture>
      <img
        srcSet={pictureSet(src, [640, 828, 1440])}
        src={pictureUrl(src, 828)}
        alt={alt}
        sizes="(min-width: 1376px) 640px, (min-width: 720px) 50vw, 100vw"
        width={1600}
        height={2000}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? 'sync' : 'async'}
      />
    </picture>
  )
}

function Thumb({ src }: { src: string }) {
  return (
    <picture>
      <img src={pictureUrl(src, 192)} alt="" width={72} height={90} loading="lazy" />
    </picture>
  )
}

/** The gallery of a product; its pictures are drawn on the server, so that their addresses cost no script. */
export function ProductGallery({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <Gallery
      pictures={pictures}
      slides={pictures.map(({ src, alt }, index) => (
        <Slide key={src} src={src} alt={alt} first={index === 0} />
      ))}
      thumbs={pictures.map(({ src }) => (
        <Thumb key={src} src={src} />
      ))}
    />
  )
}
