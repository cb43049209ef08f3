/** The picture of pages that have none of their own, when they are shared. */
export const SHARE_PICTURE = {
  src: '/images/site/hero.jpg',
  alt: '三件白色 T 恤掛在細長的木桿上，窗格的影子斜斜落在暖色的牆面',
  width: 2400,
  height: 1350,
} as const
