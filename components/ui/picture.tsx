import { shownPicture } from '#lib/content/shown-picture.ts'
import { SizedPicture, type PictureProps } from './sized-picture.tsx'

/** A responsive picture of the content, by its path in public/; drawn on the server alone. */
export function Picture({ src, phone, ...props }: PictureProps) {
  return (
    <SizedPicture
      {...props}
      src={shownPicture(src)}
      phone={phone && { ...phone, src: shownPicture(phone.src) }}
    />
  )
}
