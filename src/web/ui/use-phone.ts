import { useMediaQuery } from '@mantine/hooks'

/** True if the page is as narrow as a phone. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false }) ?? false
