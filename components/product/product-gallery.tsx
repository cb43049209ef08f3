import { pictureSet, pictureUrl } from '#lib/site/share-picture.ts'

/** A picture of the gallery; made on the server, so that its addresses cost no script. */
export function Slide({ src, alt, first }: { src: string; alt: string; first: boolean }) {
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

/** A small picture that leads to its large one. */
export function Thumb({ src }: { src: string }) {
  return (
    <picture>
      <img src={pictureUrl(src, 192)} alt="" width={72} height={90} loading="lazy" />
    </picture>
  )
}
