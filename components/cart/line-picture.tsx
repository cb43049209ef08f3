import { SizedPicture } from '#components/ui/sized-picture.tsx'

/** The picture of a cart's line, so many CSS pixels wide at most. */
export function LinePicture({
  src,
  width,
  className,
}: {
  src: string
  width: 64 | 128
  className?: string | undefined
}) {
  return (
    <SizedPicture
      // The address changes when the picture does.
      key={src}
      src={src}
      alt=""
      width={width}
      height={(width * 5) / 4}
      frame={className}
      // A product that is gone may have no picture any more.
      onError={({ currentTarget }) => currentTarget.remove()}
    />
  )
}
