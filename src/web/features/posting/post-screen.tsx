import { posting } from './posting.ts'
import { PostingScreen } from './posting-screen.tsx'

/** `/post-vouchers` (spec 2.routes.post-vouchers). */
export const PostScreen = () => <PostingScreen posting={posting} />
