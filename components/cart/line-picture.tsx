import { pictureUrl } from '#lib/content/pictures.ts'

/** The picture of a cart's line, so many CSS pixels wide at most: without next/image's script. */
export function LinePicture({
  src,
  width,
  className,
}: {
  src: string
  width: 64 | 128
  className?: string | undefined
}) {
  const [plain, dense] = width === 64 ? ([96, 192] as const) : ([192, 384] as const)
  return (
    <picture className={className}>
      <img
        src={pictureUrl(src, plain)}
        srcSet={`${pictureUrl(src, plain)} 1x, ${pictureUrl(src, dense)} 2x`}
        alt=""
        width={width}
        height={(width * 5) / 4}
        loading="lazy"
        // A product that is gone may have no picture any more.
        onError={({ currentTarget }) => currentTarget.remove()}
      />
    </picture>
  )
}
