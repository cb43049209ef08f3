import { LOOP_NAMES } from '#components/camera/messages.ts'
import { loopPath, LOOPS } from '#lib/camera/scene.ts'
import type { GarmentShown } from '#lib/garment/find-garments.ts'
import { articlePath, cameraPath, creatorPath, productPath } from '#lib/routes/paths.ts'

import { blocks } from './markdown.ts'

/** A garment page as markdown, from what the page shows. */
export function garmentMarkdown({ garment, words, article, isInShop }: GarmentShown): string {
  const { id, title, subtitle, creator, motif, care, markdown } = garment
  const camera = motif ? words.camera : words.camera.plain
  return blocks(
    `# ${title}`,
    subtitle === undefined ? undefined : `> ${subtitle}`,
    garment.greeting ?? words.greeting,
    `圖：[${creator.name}](${creatorPath(creator.slug)})`,
    markdown === '' ? undefined : `## ${words.story}\n\n${markdown}`,
    `## ${camera.title}\n\n${camera.text}\n\n[${words.camera.label}](${cameraPath(id)})`,
    words.sound
      ? `## ${words.sound.title}\n\n${words.sound.text}\n\n${LOOPS.map((name) => `- [${LOOP_NAMES[name]}](${loopPath(name)})`).join('\n')}`
      : undefined,
    `## ${words.care.title}\n\n${care.map((line) => `- ${line}`).join('\n')}`,
    `[${words.care.more.label}](${words.care.more.href})`,
    words.markdown,
    article
      ? `## ${words.article.title}\n\n[${article.title}](${articlePath(article.slug)})：${article.excerpt}`
      : undefined,
    `## ${words.again.title}\n\n${isInShop ? words.again.text : words.again.gone}`,
    isInShop ? `[${words.again.label}](${productPath(id)})` : undefined,
  )
}
