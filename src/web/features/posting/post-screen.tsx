import { PostingScreen } from './posting-screen.tsx'
import { posting } from './posting.ts'

/** `/post-vouchers` (spec 2.routes.post-vouchers). */
export const PostScreen = () => <PostingScreen posting={posting} />
